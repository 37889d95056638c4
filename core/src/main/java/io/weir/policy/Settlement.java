package io.weir.policy;

import io.weir.limit.Decision;
import io.weir.policy.internal.MatchedRule;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Then;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import io.weir.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done when the response to an allowed request is known.
 *
 * @param parts for each rule that counts certain responses only, and took something
 */
record Settlement(List<Part> parts) {

    private static final CompletionStage<Void> NOTHING_TO_DO = CompletableFuture.completedStage(null);

    /**
     * What one rule took.
     *
     * @param taken the last first
     * @param locking how failures are counted and the lock begins; null if the rule does not lock
     */
    record Part(
            List<Taken> taken, Outcome outcome, @Nullable Locking locking) {}

    /**
     * How a rule locks.
     *
     * @param failed counts a failed request
     * @param lock begins the lock
     */
    record Locking(Charge failed, Charge lock, Duration time) {

        static Locking of(Charge charge, Duration time) {
            return new Locking(MatchedRule.failed(charge), MatchedRule.lock(charge, time), time);
        }

        static @Nullable Locking of(MatchedRule matched) {
            return matched.rule().then() instanceof Then.Lock lock ? of(matched.charge(), lock.time()) : null;
        }
    }

    /** Takes the receipt of a verdict apart, so that nobody else can redeem it. */
    static Settlement of(Verdict verdict) {
        List<Taken> all = verdict.receipt().redeem();
        List<Part> parts = new ArrayList<>();
        for (MatchedRule each : verdict.countingSomeResponses()) {
            List<Taken> taken = all.stream()
                    .filter(one ->
                            one.charge().equals(each.charge()) || one.charge().equals(each.seen()))
                    .toList();
            if (!taken.isEmpty()) {
                parts.add(new Part(taken, each.rule().outcome(), Locking.of(each)));
            }
        }
        return new Settlement(parts);
    }

    /** Gives back what does not count for this status, and locks subjects whose last permit it has used up. */
    CompletionStage<Void> settle(Store store, int status) {
        List<Taken> back = parts.stream()
                .filter(part -> !part.outcome().keeps(status))
                .flatMap(part -> part.taken().stream())
                .toList();
        CompletionStage<Void> done = back.isEmpty() ? NOTHING_TO_DO : store.giveBack(Receipt.of(back));
        for (Part part : parts) {
            Locking locking = part.locking();
            if (locking != null && part.outcome().keeps(status)) {
                done = done.thenCompose(before -> fail(store, locking));
            }
        }
        return done;
    }

    /** A failure that does not fit finds the subject locked, or begins the lock that should have begun with the last one. */
    private static CompletionStage<Void> fail(Store store, Locking locking) {
        return store.charge(List.of(locking.failed())).thenCompose(answer -> {
            Decision decision = answer.decisions().get(0);
            return isSpent(decision, locking.failed()) ? begin(store, locking.lock()) : NOTHING_TO_DO;
        });
    }

    /** Returns whether another charge like this one does not fit. */
    static boolean isSpent(Decision decision, Charge charge) {
        return !decision.allowed() || decision.remaining() < charge.cost();
    }

    /** Begins a lock, unless one lasts already: that one is not prolonged. */
    static CompletionStage<Void> begin(Store store, Charge lock) {
        return store.charge(List.of(lock)).thenApply(answer -> null);
    }
}
