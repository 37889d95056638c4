package io.weir.guard.audit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The last row of a chain. Kept outside of the database, it proves later that the chain has not been cut off: no chain that
 * ends before it can pass for complete.
 */
public record AuditHead(long seq, String hash) {

    /** Before the first row. */
    public static final AuditHead NONE = new AuditHead(0, "");

    private static final Pattern FORM = Pattern.compile("(?<seq>[1-9][0-9]{0,17}):(?<hash>v[0-9]{1,4}:[0-9a-f]{64})");

    /** Reads what {@link #toString} writes. */
    public static AuditHead parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "Cannot read the head of an audit; it is a number, a colon and a hash, as the log shows it");
        }
        return new AuditHead(Long.parseLong(form.group("seq")), form.group("hash"));
    }

    @Override
    public String toString() {
        return seq + ":" + hash;
    }
}
