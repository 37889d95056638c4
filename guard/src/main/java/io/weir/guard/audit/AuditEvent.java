package io.weir.guard.audit;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something that happened. Names of accounts and addresses belong in it as pseudonyms only.
 *
 * @param actor the administrator or client that did it
 * @param subject what it was done to
 * @param times how often, where several events are told as one
 * @param detail what else there is to say
 */
public record AuditEvent(
        Instant at,
        AuditKind kind,
        String actor,
        String subject,
        AuditOutcome outcome,
        long times,
        Map<String, String> detail) {

    /** The detail that names a rule. Events of one kind and rule are told as one when there are too many of them. */
    public static final String RULE = "rule";

    public AuditEvent {
        detail = Collections.unmodifiableMap(new TreeMap<>(detail));
    }

    /** Something that was done once. */
    public static AuditEvent of(Instant at, AuditKind kind, String actor, String subject) {
        return new AuditEvent(at, kind, actor, subject, AuditOutcome.DONE, 1, Map.of());
    }

    public AuditEvent withOutcome(AuditOutcome other) {
        return new AuditEvent(at, kind, actor, subject, other, times, detail);
    }

    public AuditEvent withTimes(long number) {
        return new AuditEvent(at, kind, actor, subject, outcome, number, detail);
    }

    public AuditEvent withDetail(String name, String value) {
        Map<String, String> more = new TreeMap<>(detail);
        more.put(name, value);
        return new AuditEvent(at, kind, actor, subject, outcome, times, more);
    }
}
