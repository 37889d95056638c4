package io.weir.service.guard.challenge;

import io.weir.guard.challenge.ChallengeWithSpare;
import io.weir.guard.challenge.ProofOfWork;
import io.weir.guard.challenge.Siteverify;
import io.weir.guard.secret.Pepper;
import io.weir.http.ChallengeListener;
import io.weir.http.ChallengePrompt;
import io.weir.http.internal.ChallengeExchange;
import io.weir.policy.Verdict;
import io.weir.policy.challenge.Challenge;
import io.weir.policy.rule.Request;
import io.weir.store.Store;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Hands out the challenge of this service and checks the answers. A service without one leaves that to its callers. Thread-safe. */
public final class ServiceChallenges {

    /** Leaves challenges to the callers of the service. */
    public static final ServiceChallenges NONE = new ServiceChallenges(Optional.empty());

    private final Optional<ChallengeExchange> exchange;

    private ServiceChallenges(Optional<ChallengeExchange> exchange) {
        this.exchange = exchange;
    }

    /**
     * What became of a request that has to pass a challenge.
     *
     * @param prompt what to tell the sender; empty if the challenge was passed, and if the service has none
     */
    public record Attempt(boolean passed, Optional<ChallengePrompt> prompt) {

        private static final Attempt PASSED = new Attempt(true, Optional.empty());
        private static final Attempt LEFT_TO_CALLER = new Attempt(false, Optional.empty());

        private static Attempt failed(ChallengePrompt prompt) {
            return new Attempt(false, Optional.of(prompt));
        }
    }

    /** @param pepper signs puzzles; without one, only this process knows its own */
    static ServiceChallenges of(
            Optional<CaptchaSettings> settings, Store store, Optional<Pepper> pepper, ChallengeListener listener) {
        return new ServiceChallenges(
                settings.map(known -> new ChallengeExchange(challenge(known, store, pepper), listener)));
    }

    private static Challenge challenge(CaptchaSettings settings, Store store, Optional<Pepper> pepper) {
        Optional<Siteverify> provider =
                settings.provider().map(config -> new Siteverify(config, store, Scheduler.system()));
        if (provider.isPresent() && !settings.needsPepper()) {
            return provider.get();
        }
        ProofOfWork puzzles =
                new ProofOfWork(pepper.orElseGet(() -> Pepper.parse(Pepper.random())), store, TimeSource.system());
        return provider.isPresent() ? new ChallengeWithSpare(provider.get(), puzzles) : puzzles;
    }

    /** Checks the answer that came with a request whose verdict asks for a challenge, if one came. */
    public CompletionStage<Attempt> attempt(Optional<String> token, Request request, Verdict verdict) {
        if (exchange.isEmpty()) {
            return CompletableFuture.completedStage(Attempt.LEFT_TO_CALLER);
        }
        ChallengeExchange asked = exchange.get();
        return token.map(text -> asked.verify(text, request, verdict)
                        .thenApply(outcome ->
                                outcome.passed() ? Attempt.PASSED : Attempt.failed(asked.prompt(verdict, outcome))))
                .orElseGet(() -> CompletableFuture.completedStage(Attempt.failed(asked.prompt(verdict))));
    }
}
