package io.weir.live;

import java.time.Instant;
import java.util.Optional;

/**
 * A limit that one subject has for a while.
 *
 * @param subject such as {@code tenant:acme}
 * @param rule whose limit it stands for; that of all rules without a path if none is named
 * @param limit as it is written, such as {@code 5000/min}
 * @param until when it ends by itself
 */
public record SubjectOverride(
        String subject, Optional<String> rule, String limit, Instant until, Optional<String> reason, String by) {

    /** The same for a subject as rules count it. */
    SubjectOverride of(String other) {
        return new SubjectOverride(other, rule, limit, until, reason, by);
    }

    /** Whether both are about the same, so that one takes the other's place. */
    boolean isInPlaceOf(SubjectOverride other) {
        return isFor(other.subject, other.rule);
    }

    boolean isFor(String otherSubject, Optional<String> otherRule) {
        return subject.equals(otherSubject) && rule.equals(otherRule);
    }

    boolean isOver(Instant now) {
        return !now.isBefore(until);
    }

    /** {@code tenant:acme under orders}. */
    String whom() {
        return subject + rule.map(name -> " under " + name).orElse("");
    }
}
