package io.weir;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * One call that may have to wait. The first to complete its future wins: a grant that finds the future cancelled is
 * given back, and so is a grant that is cancelled before its delay is over. The receipt makes sure that this happens
 * once.
 */
final class Waiter {

    private final WaitingRoom room;
    private final Charge charge;
    private final long deadlineMicros;
    private final Executor executor;
    private final CompletableFuture<Decision> future = new CompletableFuture<>();

    private volatile boolean hasPlace;
    private volatile Receipt receipt = Receipt.EMPTY;
    private volatile Runnable cancelTimer = () -> {};

    /** Creates a waiter; the executor completes the future if the call has to wait. */
    Waiter(WaitingRoom room, Charge charge, long deadlineMicros, Executor executor) {
        this.room = room;
        this.charge = charge;
        this.deadlineMicros = deadlineMicros;
        this.executor = executor;
    }

    Charge charge() {
        return charge;
    }

    CompletableFuture<Decision> future() {
        return future;
    }

    /** Returns whether the caller has cancelled the future or completed it otherwise. */
    boolean isAbandoned() {
        return future.isCompletedExceptionally();
    }

    /** Returns the time left; negative after the timeout. */
    long leftMicros() {
        return deadlineMicros - room.scheduler().elapsedMicros();
    }

    /** Occupies a place in the room until the future is completed; returns false if all places are taken. */
    boolean takePlace() {
        if (!hasPlace && room.takePlace()) {
            hasPlace = true;
            CompletionStage<Decision> completed = future;
            completed.whenComplete((decision, failure) -> {
                room.freePlace();
                if (decision == null) {
                    abandon();
                }
            });
        }
        return hasPlace;
    }

    private void abandon() {
        cancelTimer.run();
        room.leaveLine(this);
        giveBack();
    }

    void grant(Answer answer) {
        Decision decision = answer.decisions().get(0);
        receipt = answer.receipt();
        if (decision.delayMicros() == 0) {
            deliver(() -> complete(decision));
        } else if (takePlace()) {
            runLater(decision.delayMicros(), () -> deliver(() -> complete(decision)));
        } else {
            giveBack();
            refuse(decision.deniedFor(decision.delayMicros()));
        }
    }

    private void complete(Decision granted) {
        if (!future.complete(granted)) {
            giveBack();
        }
    }

    private void giveBack() {
        room.giveBack(charge.key(), receipt);
    }

    void refuse(Decision denial) {
        deliver(() -> future.complete(denial));
    }

    void fail(Throwable failure) {
        Throwable cause = failure.getCause();
        boolean wrapped = failure instanceof CompletionException && cause != null;
        deliver(() -> future.completeExceptionally(wrapped ? cause : failure));
    }

    /**
     * Callers' code never runs on the timer's thread. Before a call has to wait, it runs on the thread of the store's
     * answer.
     */
    private void deliver(Runnable completion) {
        if (hasPlace) {
            executor.execute(completion);
        } else {
            completion.run();
        }
    }

    void runLater(long delayMicros, Runnable task) {
        cancelTimer = room.scheduler().schedule(delayMicros, task);
        if (isAbandoned()) {
            abandon();
        }
    }

    void cancelTimer() {
        cancelTimer.run();
    }
}
