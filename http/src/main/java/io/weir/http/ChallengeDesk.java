package io.weir.http;

import io.weir.http.internal.ChallengeExchange;
import io.weir.policy.Verdict;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.policy.rule.Request;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Hands out challenges, and checks the answers that come with requests. */
final class ChallengeDesk {

    /** The header of an answer. */
    static final String HEADER = "X-Weir-Challenge";

    /** The names of form fields with an answer: our own, and those that the scripts of providers add to forms. */
    private static final List<String> FIELDS =
            List.of("weir-challenge", "cf-turnstile-response", "h-captcha-response", "g-recaptcha-response");

    private final ChallengeExchange exchange;
    private final Responder responder;

    ChallengeDesk(Challenge challenge, ChallengeListener listener, Responder responder) {
        this.exchange = new ChallengeExchange(challenge, listener);
        this.responder = responder;
    }

    /** Returns the answer that came with a request, in a header or else in a field of a form. */
    CompletionStage<Optional<String>> answer(HttpRequest http) {
        List<String> headers = http.header(HEADER);
        if (!headers.isEmpty()) {
            return CompletableFuture.completedStage(
                    headers.size() == 1 ? Optional.of(headers.get(0)) : Optional.empty());
        }
        return http.field(FIELDS);
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
