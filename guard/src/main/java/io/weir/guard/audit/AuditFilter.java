package io.weir.guard.audit;

import java.time.Instant;
import java.util.Optional;

/**
 * Which rows to read. What is empty matches all.
 *
 * @param from the first instant
 * @param until the first instant that is too late
 */
public record AuditFilter(
        Optional<String> kind,
        Optional<String> actor,
        Optional<String> subject,
        Optional<Instant> from,
        Optional<Instant> until) {

    public static final AuditFilter ALL =
            new AuditFilter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public AuditFilter withKind(String other) {
        return new AuditFilter(Optional.of(other), actor, subject, from, until);
    }

    public AuditFilter withActor(String other) {
        return new AuditFilter(kind, Optional.of(other), subject, from, until);
    }

    public AuditFilter withSubject(String other) {
        return new AuditFilter(kind, actor, Optional.of(other), from, until);
    }

    public AuditFilter withFrom(Instant other) {
        return new AuditFilter(kind, actor, subject, Optional.of(other), until);
    }

    public AuditFilter withUntil(Instant other) {
        return new AuditFilter(kind, actor, subject, from, Optional.of(other));
    }

    public boolean matches(AuditRow row) {
        AuditEntry entry = row.entry();
        return kind.map(entry.kind()::equals).orElse(true)
                && actor.map(entry.actor()::equals).orElse(true)
                && subject.map(entry.subject()::equals).orElse(true)
                && !from.map(entry.at()::isBefore).orElse(false)
                && until.map(entry.at()::isBefore).orElse(true);
    }
}
