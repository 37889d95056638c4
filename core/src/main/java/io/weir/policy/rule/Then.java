package io.weir.policy.rule;

import io.weir.limit.Rate;
import java.time.Duration;

/** What a rule does with requests that do not fit into its limit. */
public sealed interface Then {

    /** Denies with status 429, as most rules do. */
    Then DENY = new Deny(429);

    /**
     * The request is denied.
     *
     * @param status of the HTTP response, from 400 to 599
     */
    record Deny(int status) implements Then {
        public Deny {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException(
                        "a request is denied with a status from 400 to 599, not " + status + "; write 429 or 403");
            }
        }
    }

    /**
     * The sender has to pass a challenge, such as a CAPTCHA, and to send the request again. The rule does not apply to
     * requests that {@linkplain Request#hasPassedChallenge have passed one}.
     */
    record Challenge() implements Then {}

    /**
     * The request is denied, and from the request that takes the last permit on, the subject is locked: all its
     * requests under this rule are denied until the time is over. A lock is never prolonged.
     *
     * @param time at least as long as the window of the rule's limit, so that the limit is free again when a lock ends
     */
    record Lock(Duration time) implements Then {
        public Lock {
            requireTime(time);
        }
    }

    /**
     * The request is denied, and the subject is blocked for a time: no request of the subject is allowed, whatever
     * rules it matches. Needs a gate with {@code Blocks}; without them the rule only denies.
     */
    record Block(Duration time) implements Then {
        public Block {
            requireTime(time);
        }
    }

    private static void requireTime(Duration time) {
        if (time.compareTo(Duration.ofSeconds(1)) < 0 || time.compareTo(Rate.LONGEST_PERIOD) > 0) {
            throw new IllegalArgumentException("a subject is locked or blocked for 1 s to "
                    + Rate.LONGEST_PERIOD.toDays() + " days, not " + time + "; write 15min or 1h");
        }
    }
}
