package io.weir.http;

import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeAnswer;
import io.weir.policy.challenge.ChallengeOffer;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Then;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Hands out challenges, and checks the answers that come with requests. */
final class ChallengeDesk {

    /** The header of an answer. */
    static final String HEADER = "X-Weir-Challenge";

    /** The names of form fields with an answer: our own, and those that the scripts of providers add to forms. */
    private static final List<String> FIELDS =
            List.of("weir-challenge", "cf-turnstile-response", "h-captcha-response", "g-recaptcha-response");

    private final Challenge challenge;
    private final ChallengeListener listener;
    private final Responder responder;

    ChallengeDesk(Challenge challenge, ChallengeListener listener, Responder responder) {
        this.challenge = challenge;
        this.listener = listener;
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
        long start = System.nanoTime();
        return challenge
                .verify(new ChallengeAnswer(token, actions(verdict), request.address()))
                .thenApply(outcome -> {
                    listener.answered(request, outcome, (System.nanoTime() - start) / 1_000);
                    return outcome;
                });
    }

    /** Returns the actions of all rules that ask for a challenge, since the page was told one of them only. */
    private static Set<String> actions(Verdict verdict) {
        return verdict.rulings().stream()
                .filter(ruling -> ruling.enforced() && !ruling.allowed() && ruling.then() instanceof Then.Challenge)
                .map(ruling -> ChallengeOffer.actionOf(ruling.rule()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the refusal of a request without an answer. */
    Refusal refusal(Verdict verdict) {
        listener.triggered(verdict);
        return prompt(verdict, offer(verdict), Optional.empty());
    }

    /** Returns the refusal of a request whose answer did not pass. */
    Refusal refusal(Verdict verdict, ChallengeOutcome failed) {
        ChallengeOffer offer = offer(verdict);
        // A puzzle needs no provider, so it may be offered in place of one that is down.
        boolean isDown =
                failed == ChallengeOutcome.PROVIDER_DOWN && offer.puzzle().isEmpty();
        return isDown ? responder.uncheckable(verdict) : prompt(verdict, offer, Optional.of(failed));
    }

    private ChallengeOffer offer(Verdict verdict) {
        return challenge.offer(
                ChallengeOffer.actionOf(verdict.challengedBy().map(Ruling::rule).orElse("request")));
    }

    private Refusal prompt(Verdict verdict, ChallengeOffer offer, Optional<ChallengeOutcome> failed) {
        return responder.challenged(verdict, new ChallengePrompt(offer, failed));
    }
}
