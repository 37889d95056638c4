package io.weir;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Scheduler;
import io.weir.store.Charge;
import io.weir.store.MemoryStore;
import io.weir.store.OnFailure;
import io.weir.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

/** One limit for many keys: each key has its own count. */
public final class RateLimiter {

    private static final int MOST_WAITING = 10_000;

    // With costs up to 10^12, all that is waited for stays within a long.
    private static final int MOST_WAITING_EVER = 1_000_000;

    // Short enough for all sums to stay within a long.
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final Limit limit;
    private final OnFailure onFailure;
    private final Store store;
    private final WaitingRoom waitingRoom;

    private RateLimiter(Limit limit, OnFailure onFailure, Store store, WaitingRoom waitingRoom) {
        this.limit = limit;
        this.onFailure = onFailure;
        this.store = store;
        this.waitingRoom = waitingRoom;
    }

    /** Counts in this process's memory. */
    public static RateLimiter of(Limit limit) {
        return of(limit, new MemoryStore());
    }

    /** Counts in that store, together with all who use the same keys there. */
    public static RateLimiter of(Limit limit, Store store) {
        return new RateLimiter(limit, OnFailure.LOCAL, store, new WaitingRoom(store, Scheduler.system(), MOST_WAITING));
    }

    /** The same with lines of its own that wait by that scheduler: by a {@code ManualTime}, until it is advanced. */
    public RateLimiter withScheduler(Scheduler scheduler) {
        return new RateLimiter(limit, onFailure, store, new WaitingRoom(store, scheduler, waitingRoom.places()));
    }

    /** The same with lines of its own in which so many calls may wait at the same time; more are denied at once. */
    public RateLimiter withMostWaiting(int calls) {
        if (calls < 1 || calls > MOST_WAITING_EVER) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "waiting calls must be from 1 to %,d, but were %,d", MOST_WAITING_EVER, calls));
        }
        return new RateLimiter(limit, onFailure, store, new WaitingRoom(store, waitingRoom.scheduler(), calls));
    }

    /** The same, but on a store with {@code Safeguards} this becomes of its calls while the shared store fails. */
    public RateLimiter withOnFailure(OnFailure choice) {
        return new RateLimiter(limit, choice, store, waitingRoom);
    }

    public Limit limit() {
        return limit;
    }

    /** Takes one permit if there is one. */
    public Decision tryAcquire(String key) {
        return tryAcquire(key, 1);
    }

    /** Takes all the permits, or none if there are not so many. */
    public Decision tryAcquire(String key, long permits) {
        return onFailure == OnFailure.LOCAL
                ? store.chargeNow(key, limit, permits)
                : store.chargeNow(charge(key, permits));
    }

    private Charge charge(String key, long permits) {
        return Charge.of(key, limit, permits).withOnFailure(onFailure);
    }

    public CompletionStage<Decision> tryAcquireAsync(String key) {
        return tryAcquireAsync(key, 1);
    }

    public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
        return store.charge(List.of(charge(key, permits)))
                .thenApply(answer -> answer.decisions().get(0));
    }

    /** Takes one permit, waiting for it if need be, as {@link #acquire(String, long, Duration)} does. */
    public Decision acquire(String key, Duration timeout) throws InterruptedException {
        return acquire(key, 1, timeout);
    }

    /**
     * Takes all the permits as soon as they are there, first come, first served among the waiting calls on this key. Returns
     * a denial, often at once, when they will not be there before the timeout as things stand; its retry-after then says how
     * long it takes at least. Who is interrupted has taken nothing.
     */
    public Decision acquire(String key, long permits, Duration timeout) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        CompletableFuture<Decision> decision = acquire(key, permits, timeout, Runnable::run);
        try {
            return decision.get();
        } catch (InterruptedException interrupted) {
            if (decision.cancel(false)) {
                throw interrupted;
            }
            // Decided just before: the caller is told that, and finds itself interrupted as well.
            Thread.currentThread().interrupt();
            return decision.join();
        } catch (ExecutionException failure) {
            throw new CompletionException(failure.getCause());
        }
    }

    /** Takes one permit, waiting for it if need be, as {@link #acquireAsync(String, long, Duration)} does. */
    public CompletableFuture<Decision> acquireAsync(String key, Duration timeout) {
        return acquireAsync(key, 1, timeout);
    }

    /**
     * Does what {@link #acquire(String, long, Duration)} does without a thread that waits. Cancelling the future leaves the
     * line and takes nothing.
     */
    public CompletableFuture<Decision> acquireAsync(String key, long permits, Duration timeout) {
        return acquire(key, permits, timeout, waitingRoom.scheduler());
    }

    private CompletableFuture<Decision> acquire(String key, long permits, Duration timeout, Executor executor) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException(
                    "timeout must not be negative, but was " + timeout + "; Duration.ZERO does not wait at all");
        }
        Duration bounded = timeout.compareTo(FOR_EVER) > 0 ? FOR_EVER : timeout;
        long timeoutMicros = bounded.toNanos() / 1_000;
        return waitingRoom.acquire(charge(key, permits), timeoutMicros, executor);
    }

    /** How many calls of this limiter wait now. */
    public int waiting() {
        return waitingRoom.waiting();
    }

    WaitingRoom waitingRoom() {
        return waitingRoom;
    }

    /** How many permits could be taken now. */
    public long remaining(String key) {
        return remainingAsync(key).toCompletableFuture().join();
    }

    public CompletionStage<Long> remainingAsync(String key) {
        return store.peek(List.of(charge(key, 1)))
                .thenApply(decisions -> decisions.get(0).remaining());
    }

    /** Forgets all that the key has taken; who waits for it asks anew. */
    public void reset(String key) {
        resetAsync(key).toCompletableFuture().join();
    }

    public CompletionStage<Void> resetAsync(String key) {
        return store.forget(charge(key, 1)).thenRun(() -> waitingRoom.somethingCameBack(key));
    }
}
