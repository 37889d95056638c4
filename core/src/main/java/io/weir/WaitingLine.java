package io.weir;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for permits of one key, in their order. Only the first asks the store, again when the wait it was told is
 * over or when something was given back.
 *
 * <p>No lock is held while the store is asked: {@code asking} keeps others from asking meanwhile. A line that is empty is
 * gone and does not come back.
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

    /** A line of one, whom the store has denied. */
    WaitingLine(WaitingRoom room, Waiter first, Decision denial) {
        this.room = room;
        this.key = first.charge().key();
        this.forecast = forecast(first, denial);
        waiters.add(first);
    }

    private Forecast forecast(Waiter first, Decision denial) {
        return new Forecast(first.charge(), denial, room.scheduler().elapsedMicros());
    }

    /** To be called once, when others can find this line. */
    void start(Waiter first, boolean denialIsStale) {
        if (first.isAbandoned()) {
            leave(first);
        }
        if (denialIsStale || !sleeps(first, forecast.denial())) {
            ask();
        }
    }

    /** Lets the waiter queue up, or refuses it if it cannot go in time. Returns false when this line is gone. */
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
        // A microsecond more, so that who can go at the very end of the timeout is asked for first.
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

    /** Takes out a waiter that wants no permits any more. Returns false if it was not in line. */
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

    /** Asks for the first in line, because its wait is over or because there may be more permits than it was told. */
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

    /** Asks for one after the other, until one has to wait. */
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

    /** Returns whether there is somebody to ask for now. */
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

    /** Lets the line sleep for as long as its first was told to wait, unless there is somebody to ask for now. */
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
