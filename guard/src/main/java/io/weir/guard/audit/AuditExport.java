package io.weir.guard.audit;

import java.io.IOException;
import java.util.List;

/** Writes the rows that match as lines of JSON, a page at a time, so that a log of any length needs little memory. */
public final class AuditExport {

    private static final int PAGE = 500;

    private final AuditLog log;

    public AuditExport(AuditLog log) {
        this.log = log;
    }

    /** Returns how many rows were written. Rows that are added meanwhile are left out. */
    public long write(AuditFilter filter, Appendable out) throws IOException {
        long end = log.head().seq();
        long written = 0;
        List<AuditRow> page = log.read(filter, 0, PAGE);
        while (!page.isEmpty() && page.get(0).seq() <= end) {
            for (AuditRow row : page) {
                if (row.seq() <= end) {
                    out.append(row.json()).append('\n');
                    written++;
                }
            }
            page = log.read(filter, page.get(page.size() - 1).seq(), PAGE);
        }
        return written;
    }
}
