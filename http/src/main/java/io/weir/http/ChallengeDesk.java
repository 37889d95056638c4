package io.weir.http;

import io.weir.http.internal.ChallengeExchange;
import io.weir.policy.Verdict;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.policy.rule.Request;
import java.util.concurrent.CompletionStage;

/** Hands out challenges, and checks the answers that come with requests. */
final class ChallengeDesk {

    /** The header of an answer. */
    static final String HEADER = "X-Weir-Challenge";

    private final ChallengeExchange exchange;
    private final Responder responder;

    ChallengeDesk(Challenge challenge, ChallengeListener listener, Responder responder) {
        this.exchange = new ChallengeExchange(challenge, listener);
        this.responder = responder;
    }

    CompletionStage<ChallengeOutcome> verify(String token, Request request, Verdict verdict) {
        return exchange.verify(token, request, verdict);
    }

    /** Returns the refusal of a request without an answer. */
    Refusal refusal(Verdict verdict) {
        return responder.challenged(verdict, exchange.prompt(verdict));
    }

    /** Returns the refusal of a request whose answer did not pass. */
    Refusal refusal(Verdict verdict, ChallengeOutcome failed) {
        ChallengePrompt prompt = exchange.prompt(verdict, failed);
        return ChallengeExchange.isUncheckable(prompt)
                ? responder.uncheckable(verdict)
                : responder.challenged(verdict, prompt);
    }
}
