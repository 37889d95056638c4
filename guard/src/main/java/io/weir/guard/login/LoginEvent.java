package io.weir.guard.login;

import io.weir.classify.IpAddress;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened at a login, for audits and meters.
 *
 * @param account a hash of the account, the same for all its logins
 * @param device the id of the known device
 * @param rule that decided
 */
public record LoginEvent(
        Instant at,
        Kind kind,
        LoginStep step,
        String account,
        Optional<IpAddress> address,
        Optional<String> device,
        Optional<String> rule) {

    /** What happened. */
    public enum Kind {
        SUCCEEDED,

        /** A login succeeded on a device that was not known for the account. */
        NEW_DEVICE,
        FAILED,

        /** A failure has found or made its subject locked. Failures that end together may all report the same lock. */
        LOCKED,
        CHALLENGED,
        DENIED,

        /** The failures of an account from everywhere are more than an owner makes in a day. */
        ACCOUNT_ATTACKED
    }
}
