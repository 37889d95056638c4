package io.weir.http.internal;

import io.weir.http.ChallengeListener;
import io.weir.http.ChallengePrompt;
import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.challenge.ChallengeAnswer;
import io.weir.policy.challenge.ChallengeOffer;
import io.weir.policy.challenge.ChallengeOutcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Then;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Asks for the challenges of verdicts, checks the answers, and tells a listener of both. */
public record ChallengeExchange(Challenge challenge, ChallengeListener listener) {

    /** After as long, a provider that has failed is asked again. */
    public static final int PROVIDER_REST_SECONDS = 5;

    /** Checks the answer to the challenge that a verdict asks for. */
    public CompletionStage<ChallengeOutcome> verify(String token, Request request, Verdict verdict) {
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

    /** Returns what to tell the sender of a request without an answer. */
    public ChallengePrompt prompt(Verdict verdict) {
        listener.triggered(verdict);
        return new ChallengePrompt(offer(verdict), Optional.empty());
    }

    /** Returns what to tell the sender of a request whose answer did not pass. */
    public ChallengePrompt prompt(Verdict verdict, ChallengeOutcome failed) {
        return new ChallengePrompt(offer(verdict), Optional.of(failed));
    }

    private ChallengeOffer offer(Verdict verdict) {
        return challenge.offer(
                ChallengeOffer.actionOf(verdict.challengedBy().map(Ruling::rule).orElse("request")));
    }

    /** Returns whether no challenge can be passed at present. A puzzle needs no provider, so it may take the place of one that is down. */
    public static boolean isUncheckable(ChallengePrompt prompt) {
        return prompt.failed().equals(Optional.of(ChallengeOutcome.PROVIDER_DOWN))
                && prompt.offer().puzzle().isEmpty();
    }

    /** Returns an offer as clients see it. */
    public static String json(ChallengeOffer offer) {
        JsonObject json = new JsonObject().add("provider", offer.provider());
        offer.siteKey().ifPresent(key -> json.add("siteKey", key));
        json.add("action", offer.action());
        offer.puzzle().ifPresent(puzzle -> json.add("puzzle", puzzle));
        return json.close();
    }
}
