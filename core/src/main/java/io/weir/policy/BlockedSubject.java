package io.weir.policy;

import io.weir.policy.rule.Subject;
import java.time.Instant;

/**
 * A subject none of whose requests is allowed for a time, or only those that have passed a challenge.
 *
 * @param until the first instant at which requests are allowed again
 * @param reason a sentence for people, such as {@code rule forged-keys} or {@code abuse report 4711}
 * @param by who has made it: an administrator, or {@code rule} and the name of the rule
 * @param action {@link Action#BLOCKED}, or {@link Action#CHALLENGE} if requests that have passed a challenge go on to the rules
 */
public record BlockedSubject(Subject subject, Instant until, String reason, String by, Action action) {

    public BlockedSubject {
        if (action != Action.BLOCKED && action != Action.CHALLENGE) {
            throw new IllegalArgumentException("a blocked subject is denied or challenged, not " + action);
        }
    }

    /** Returns a subject none of whose requests is allowed. */
    public BlockedSubject(Subject subject, Instant until, String reason, String by) {
        this(subject, until, reason, by, Action.BLOCKED);
    }
}
