package io.weir.policy.challenge;

import java.util.concurrent.CompletionStage;

/** A kind of challenge, such as a CAPTCHA of one provider. Thread-safe. */
public interface Challenge {

    /**
     * Returns what a page needs to show the challenge.
     *
     * @param action what the sender wanted to do, such as {@code login}: up to 32 letters, digits and {@code _}
     */
    ChallengeOffer offer(String action);

    /**
     * Checks an answer, within about two seconds. Each answer passes at most once, on all nodes together. The stage never
     * fails: whatever goes wrong is an outcome.
     */
    CompletionStage<ChallengeOutcome> verify(ChallengeAnswer answer);
}
