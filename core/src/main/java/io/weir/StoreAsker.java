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

/** Where waiters ask the store. Answers may come later; a store that throws has failed like any other. */
final class StoreAsker {

    private final Store store;

    StoreAsker(Store store) {
        this.store = store;
    }

    /** Allowed if the waiter has its permits and can go in time. */
    CompletionStage<Answer> ask(Waiter waiter) {
        boolean leaky = waiter.charge().limit().algorithm() == Algorithm.LEAKY_BUCKET;
        return attempt(() -> leaky ? askForTurn(waiter) : store.charge(List.of(waiter.charge())));
    }

    /**
     * A leaky bucket also grants turns that come after the timeout. Such a turn is not taken at all if that can be foreseen,
     * because it is lost when another caller gets the next one before it is given back.
     */
    private CompletionStage<Answer> askForTurn(Waiter waiter) {
        List<Charge> charges = List.of(waiter.charge());
        return store.peek(charges).thenCompose(decisions -> {
            Decision turn = decisions.get(0);
            // Goes when all has gone that is in the bucket, whether there is room in it now or not.
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
