package io.weir;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait for permits of one key, in their order. Only the first one asks the store: again when its wait is
 * over, or when something was given back.
 *
 * <p>No lock is held while the store is asked; the flag {@code asking} keeps other threads from asking meanwhile. An
 * empty line is closed and never used again.
 */
final class WaitingLine {

    private final WaitingRoom room;
    private final String key;
    private final Waiters waiters = new Waiters();
    private Forecast forecast;
    private Runnable cancelWakeUp = () -> {};
    private boolean asking = true;
    private boolean askAgain;
    private boolean gone;

    /** Creates a line with one waiter, which the store has denied. */
    WaitingLine(WaitingRoom room, Waiter first, Decision denial) {
        this.room = room;
        this.key = first.charge().key();
        this.forecast = forecast(first, denial);
        waiters.add(first);
    }

    private Forecast forecast(Waiter first, Decision denial) {
        return new Forecast(first.charge(), denial, room.scheduler().elapsedMicros());
    }

    /** Starts the line. To be called once, after the line can be found by other threads. */
    void start(Waiter first, boolean denialIsStale) {
        if (first.isAbandoned()) {
            leave(first);
        }
        if (denialIsStale || !sleeps(first, forecast.denial())) {
            ask();
        }
    }

    /**
     * Adds the waiter to the line, or denies it if it cannot go before its timeout. Returns false if this line is
     * closed.
     */
    boolean join(Waiter waiter) {
        Decision refusal;
        synchronized (this) {
            if (gone) {
                return false;
            }
            refusal = admit(waiter);
        }
        if (refusal != null) {
            waiter.refuse(refusal);
        }
        return true;
    }

    private @Nullable Decision admit(Waiter waiter) {
        long now = room.scheduler().elapsedMicros();
        long least = asking
                ? 1
                : forecast.lastWaitMicros(waiters.permits(), waiter.charge().cost(), now);
        if (least > waiter.leftMicros() || !waiter.takePlace()) {
            return forecast.denial().deniedFor(least);
        }
        waiters.add(waiter);
        // One microsecond more, so that a waiter that can go exactly at its timeout is tried before it is denied.
        waiter.runLater(waiter.leftMicros() + 1, () -> timeOut(waiter));
        return null;
    }

    private void timeOut(Waiter waiter) {
        if (leave(waiter)) {
            waiter.refuse(refusalAtTimeout());
        }
    }

    private synchronized Decision refusalAtTimeout() {
        long now = room.scheduler().elapsedMicros();
        return forecast.denial().deniedFor(forecast.firstWaitMicros(now));
    }

    /** Removes a waiter that no longer wants its permits. Returns false if it was not in the line. */
    boolean leave(Waiter waiter) {
        synchronized (this) {
            boolean first = waiters.isFirst(waiter);
            boolean left = waiters.remove(waiter);
            if (!left || !first || asking) {
                return left;
            }
            asking = true;
        }
        ask();
        return true;
    }

    /** Asks the store for the first waiter, because its wait is over or because more permits may be available. */
    void wakeUp() {
        synchronized (this) {
            askAgain = true;
            if (asking || gone) {
                return;
            }
            asking = true;
        }
        ask();
    }

    /** Asks the store for one waiter after the other until one of them has to wait. */
    private void ask() {
        for (Waiter first = next(); first != null; first = next()) {
            Waiter asked = first;
            CompletionStage<Boolean> goesOn =
                    room.ask(asked).handle((answer, failure) -> settle(asked, answer, failure));
            CompletableFuture<Boolean> settled = goesOn.toCompletableFuture();
            if (!settled.isDone()) {
                goesOn.thenAccept(goOn -> {
                    if (goOn) {
                        ask();
                    }
                });
                return;
            }
            if (!settled.join()) {
                return;
            }
        }
    }

    private synchronized @Nullable Waiter next() {
        askAgain = false;
        cancelWakeUp.run();
        if (waiters.isEmpty()) {
            gone = true;
            room.remove(key, this);
            return null;
        }
        Waiter first = waiters.first();
        first.cancelTimer();
        return first;
    }

    /** Returns whether the store has to be asked for a waiter now. */
    private boolean settle(Waiter waiter, Answer answer, @Nullable Throwable failure) {
        if (failure == null && !answer.allowed()) {
            return !sleeps(waiter, answer.decisions().get(0));
        }
        synchronized (this) {
            waiters.remove(waiter);
        }
        if (failure == null) {
            waiter.grant(answer);
        } else {
            waiter.fail(failure);
        }
        return true;
    }

    /** Schedules the next attempt after the wait of the first waiter, unless the store has to be asked now. */
    private boolean sleeps(Waiter waiter, Decision denial) {
        synchronized (this) {
            if (askAgain || !waiters.isFirst(waiter)) {
                return false;
            }
            if (denial.retryAfterMicros() <= waiter.leftMicros()) {
                forecast = forecast(waiter, denial);
                cancelWakeUp = room.scheduler().schedule(denial.retryAfterMicros(), this::wakeUp);
                asking = false;
                return true;
            }
            waiters.remove(waiter);
        }
        waiter.refuse(denial);
        return false;
    }
}
