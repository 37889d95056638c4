package io.weir.testkit.login;

import java.util.Optional;

/**
 * What the sender of an attempt is told.
 *
 * @param retryAfterSeconds how long to wait; 0 if it says nothing of that
 * @param reason why an answer to a challenge did not pass
 * @param device the cookie that was set
 */
public record LoginAnswer(Result result, long retryAfterSeconds, Optional<String> reason, Optional<String> device) {

    /** What becomes of an attempt. */
    public enum Result {
        IN,
        WRONG,

        /** Nothing was found out about the password, because of an error or the state of the account. */
        ABANDONED,
        LOCKED,
        BUSY,
        LIMITED,
        CHALLENGED,

        /** The answer to the challenge cannot be checked at present. */
        UNCHECKABLE
    }
}
