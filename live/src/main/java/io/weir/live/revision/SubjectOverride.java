package io.weir.live.revision;

import java.time.Instant;
import java.util.Optional;

/**
 * A limit that one subject has for a limited time.
 *
 * @param subject such as {@code tenant:acme}
 * @param rule the rule whose limit is replaced; if empty, all rules without a path
 * @param limit as policies write it, such as {@code 5000/min}
 * @param until the instant at which the override expires
 */
public record SubjectOverride(
        String subject, Optional<String> rule, String limit, Instant until, Optional<String> reason, String by) {

    public SubjectOverride withSubject(String other) {
        return new SubjectOverride(other, rule, limit, until, reason, by);
    }

    /** Returns whether both overrides have the same subject and rule, so that only one of them can be in force. */
    public boolean replaces(SubjectOverride other) {
        return isFor(other.subject, other.rule);
    }

    public boolean isFor(String otherSubject, Optional<String> otherRule) {
        return subject.equals(otherSubject) && rule.equals(otherRule);
    }

    public boolean isExpired(Instant now) {
        return !now.isBefore(until);
    }

    /** Returns subject and rule for messages, such as {@code tenant:acme under orders}. */
    public String target() {
        return subject + rule.map(name -> " under " + name).orElse("");
    }
}
