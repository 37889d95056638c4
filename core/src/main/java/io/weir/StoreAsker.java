package io.weir;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Charges the store for waiters. An exception that the store throws becomes a failed stage. */
final class StoreAsker {

    private final Store store;

    StoreAsker(Store store) {
        this.store = store;
    }

    /** Returns an answer that allows the call if the waiter has its permits and can go before its timeout. */
    CompletionStage<Answer> ask(Waiter waiter) {
        boolean leaky = waiter.charge().limit().algorithm() == Algorithm.LEAKY_BUCKET;
        return attempt(() -> leaky ? askForTurn(waiter) : store.charge(List.of(waiter.charge())));
    }

    /**
     * Charges a leaky bucket, which also grants turns that come after the timeout. Such a turn is not taken if it can
     * be foreseen, because it would be lost when another caller gets the next turn before it is given back.
     */
    private CompletionStage<Answer> askForTurn(Waiter waiter) {
        List<Charge> charges = List.of(waiter.charge());
        return store.peek(charges).thenCompose(decisions -> {
            Decision turn = decisions.get(0);
            // A turn comes after everything that is in the bucket, even if the bucket is full now.
            return turn.resetAfterMicros() > waiter.leftMicros()
                    ? CompletableFuture.completedStage(denied(turn, turn.resetAfterMicros()))
                    : store.charge(charges).thenCompose(answer -> giveBackIfLate(waiter, answer));
        });
    }

    private CompletionStage<Answer> giveBackIfLate(Waiter waiter, Answer answer) {
        Decision turn = answer.decisions().get(0);
        return answer.allowed() && turn.delayMicros() > waiter.leftMicros()
                ? store.giveBack(answer.receipt()).thenApply(done -> denied(turn, turn.delayMicros()))
                : CompletableFuture.completedStage(answer);
    }

    private static Answer denied(Decision turn, long retryAfterMicros) {
        return new Answer(false, List.of(turn.deniedFor(retryAfterMicros)), Receipt.EMPTY);
    }

    CompletionStage<Void> giveBack(Receipt receipt) {
        return attempt(() -> store.giveBack(receipt));
    }

    private static <T> CompletionStage<T> attempt(Supplier<CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException failure) {
            return CompletableFuture.failedStage(failure);
        }
    }
}
