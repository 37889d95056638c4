package io.weir.guard.audit;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An event as it is kept: texts of limited length, without control characters and without anything that looks like the
 * secret of a key.
 *
 * @param detail a JSON object
 */
public record AuditEntry(
        Instant at, String kind, String actor, String subject, String outcome, long times, String detail) {

    private static final int LONGEST_ACTOR = 200;
    private static final int LONGEST_SUBJECT = 300;
    private static final int LONGEST_DETAIL = 4_000;

    public static AuditEntry of(AuditEvent event) {
        String detail = AuditText.json(event.detail());
        return new AuditEntry(
                event.at().truncatedTo(ChronoUnit.MICROS),
                event.kind().text(),
                AuditText.clean(event.actor(), LONGEST_ACTOR),
                AuditText.clean(event.subject(), LONGEST_SUBJECT),
                event.outcome().text(),
                event.times(),
                detail.length() <= LONGEST_DETAIL ? detail : "{\"left-out\":\"too long\"}");
    }
}
