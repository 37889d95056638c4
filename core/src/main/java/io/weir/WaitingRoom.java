package io.weir;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Store;
import io.weir.time.Scheduler;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** All waiting calls of one limiter, in one line for each key. */
final class WaitingRoom {

    private final StoreAsker storeAsker;
    private final Scheduler scheduler;
    private final int places;
    private final Map<String, WaitingLine> lines = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();

    /** Counts how often something was given back, so that no waiter sleeps on an outdated denial. */
    private final AtomicLong returns = new AtomicLong();

    WaitingRoom(Store store, Scheduler scheduler, int places) {
        this.storeAsker = new StoreAsker(store);
        this.scheduler = scheduler;
        this.places = places;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    int places() {
        return places;
    }

    /** Asks the store at once if no call waits for the key; adds the call to the key's line otherwise. */
    CompletableFuture<Decision> acquire(Charge charge, long timeoutMicros, Executor executor) {
        Waiter waiter = new Waiter(this, charge, scheduler.elapsedMicros() + timeoutMicros, executor);
        WaitingLine line;
        do {
            line = lines.get(charge.key());
            if (line == null) {
                askDirectly(waiter);
                break;
            }
        } while (!line.join(waiter));
        return waiter.future();
    }

    private void askDirectly(Waiter waiter) {
        long returnsBefore = returns.get();
        ask(waiter).whenComplete((answer, failure) -> {
            if (failure != null) {
                waiter.fail(failure);
            } else if (answer.allowed()) {
                waiter.grant(answer);
            } else {
                queueUp(waiter, answer.decisions().get(0), returnsBefore);
            }
        });
    }

    private void queueUp(Waiter waiter, Decision denial, long returnsBefore) {
        if (denial.retryAfterMicros() > waiter.leftMicros() || !waiter.takePlace()) {
            waiter.refuse(denial);
            return;
        }
        WaitingLine ownLine = new WaitingLine(this, waiter, denial);
        WaitingLine line;
        do {
            line = lines.putIfAbsent(waiter.charge().key(), ownLine);
            if (line == null) {
                ownLine.start(waiter, returns.get() != returnsBefore);
                return;
            }
        } while (!line.join(waiter));
    }

    CompletionStage<Answer> ask(Waiter waiter) {
        return storeAsker.ask(waiter);
    }

    void giveBack(String key, Receipt receipt) {
        if (receipt != Receipt.EMPTY) {
            // A failure has no caller to go to, and the permits come back with time anyway.
            storeAsker.giveBack(receipt).whenComplete((done, failure) -> somethingCameBack(key));
        }
    }

    /** Tries the waiting calls of the key again, because permits may have come back. */
    void somethingCameBack(String key) {
        returns.incrementAndGet();
        WaitingLine line = lines.get(key);
        if (line != null) {
            line.wakeUp();
        }
    }

    boolean takePlace() {
        if (waiting.incrementAndGet() <= places) {
            return true;
        }
        waiting.decrementAndGet();
        return false;
    }

    void freePlace() {
        waiting.decrementAndGet();
    }

    int waiting() {
        return waiting.get();
    }

    int lines() {
        return lines.size();
    }

    void leaveLine(Waiter waiter) {
        WaitingLine line = lines.get(waiter.charge().key());
        if (line != null) {
            line.leave(waiter);
        }
    }

    void remove(String key, WaitingLine line) {
        lines.remove(key, line);
    }
}
