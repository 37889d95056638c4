package io.weir.guard.audit;

/**
 * A row of the audit.
 *
 * @param seq 1 for the first row ever, without gaps
 * @param node the process that wrote it
 * @param hash binds this row to all before it
 */
public record AuditRow(long seq, String node, AuditEntry entry, String hash) {

    /** The row as a line of JSON, as exports have it. */
    public String json() {
        return "{\"seq\":" + seq
                + ",\"at\":" + AuditText.quoted(entry.at().toString())
                + ",\"node\":" + AuditText.quoted(node)
                + ",\"kind\":" + AuditText.quoted(entry.kind())
                + ",\"actor\":" + AuditText.quoted(entry.actor())
                + ",\"subject\":" + AuditText.quoted(entry.subject())
                + ",\"outcome\":" + AuditText.quoted(entry.outcome())
                + ",\"times\":" + entry.times()
                + ",\"detail\":" + entry.detail()
                + ",\"hash\":" + AuditText.quoted(hash) + "}";
    }
}
