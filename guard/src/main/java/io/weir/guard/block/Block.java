package io.weir.guard.block;

import io.weir.policy.Action;
import io.weir.policy.BlockedSubject;
import io.weir.policy.rule.Subject;
import java.time.Instant;
import java.util.Optional;

/**
 * A subject that is blocked, or was in the last day.
 *
 * @param until the first instant at which its requests are allowed again
 * @param reason a sentence for people
 * @param by the administrator who made it, or {@code rule} and the name of the rule
 * @param rule that made it; empty if an administrator did
 * @param endedBy the administrator who ended it before its time
 * @param action {@link Action#CHALLENGE} instead of {@link Action#BLOCKED} if people log in from the address
 */
public record Block(
        Subject subject,
        Instant since,
        Instant until,
        String reason,
        String by,
        Optional<String> rule,
        Optional<String> endedBy,
        Action action) {

    /** Returns whether requests are denied because of it now. */
    public boolean isInForce(Instant now) {
        return endedBy.isEmpty() && now.isBefore(until);
    }

    public boolean isAutomatic() {
        return rule.isPresent();
    }

    Block ended(String administrator, Instant now) {
        return new Block(subject, since, now, reason, by, rule, Optional.of(administrator), action);
    }

    BlockedSubject blocked() {
        return new BlockedSubject(subject, until, reason, by, action);
    }
}
