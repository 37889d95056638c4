package io.weir.service.evaluate;

import io.weir.guard.bot.BotScore;
import io.weir.http.ChallengePrompt;
import io.weir.http.RequestFault;
import io.weir.http.internal.ChallengeExchange;
import io.weir.policy.Verdict;
import io.weir.policy.rule.RequestLimit;
import java.util.Optional;

/** What is answered about a described request. */
sealed interface EvaluateAnswer {

    /** No rule is for a request like this one. */
    record Exempt() implements EvaluateAnswer {}

    /** The request is not as requests for its path may be, so no rule has counted it. */
    record Unacceptable(RequestFault fault, RequestLimit limit) implements EvaluateAnswer {}

    /**
     * The verdict of the rules.
     *
     * @param score empty if the request was not scored
     * @param prompt what the sender has to be told about the challenge; empty if there is none
     */
    record Judged(Verdict verdict, Optional<BotScore> score, Optional<ChallengePrompt> prompt)
            implements EvaluateAnswer {

        /** Whether a challenge is asked for that cannot be checked at present. */
        boolean isUncheckable() {
            return prompt.isPresent() && ChallengeExchange.isUncheckable(prompt.get());
        }

        /** The time after which to send the request again. */
        long retryAfterMicros() {
            return isUncheckable() ? ChallengeExchange.PROVIDER_REST_SECONDS * 1_000_000L : verdict.retryAfterMicros();
        }
    }
}
