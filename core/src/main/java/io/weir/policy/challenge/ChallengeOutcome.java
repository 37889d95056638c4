package io.weir.policy.challenge;

import java.util.Locale;

/** Whether an answer to a challenge is right. */
public enum ChallengeOutcome {
    PASSED,

    /** It is no answer to this challenge, or a wrong one. */
    INVALID,

    /** It came too late, or the provider has seen it before. */
    EXPIRED,

    /** This installation has accepted it before, or is checking it. */
    REPLAYED,
    LOW_SCORE,
    WRONG_ACTION,
    WRONG_HOSTNAME,

    /** The address, or all addresses together, have sent too many answers to be checked. */
    TOO_MANY,

    /**
     * The provider did not answer, or could not; nothing is known about the answer, which may be sent again. A request is
     * never allowed because of this.
     */
    PROVIDER_DOWN;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns the word in JSON, meters and messages, such as {@code low-score}. */
    public String word() {
        return word;
    }

    public boolean passed() {
        return this == PASSED;
    }
}
