package io.weir.guard.audit;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where the audit is kept. Rows are added at the end of one chain that all nodes share, and leave at its beginning only.
 * Thread-safe; every method throws {@link AuditUnavailableException} when the log cannot be reached.
 */
public interface AuditLog {

    /** Adds a row for each event, all or none. */
    void append(List<AuditEvent> events);

    /** Returns at most so many rows that match, in their order, after the row of that number. */
    List<AuditRow> read(AuditFilter filter, long after, int most);

    /** Returns the last row. */
    AuditHead head();

    /** Returns how far the chain was pruned. */
    Optional<AuditCheckpoint> checkpoint();

    /**
     * Removes rows from the beginning of the chain that are older than the given instant, signs how far it went, and adds a
     * row about it. Removes a part if there are many; returns how many were removed.
     *
     * @param now the time of the row about it
     */
    long prune(Instant before, Instant now);
}
