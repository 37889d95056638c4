package io.weir;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.store.Charge;
import io.weir.store.OnFailure;
import io.weir.store.Store;
import io.weir.time.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One limit for many keys: each key has its own count.
 *
 * <p>On one store, limiters with different numbers count the same key apart. Limiters with the same numbers count it together, in this
 * process and in others, unless they have {@linkplain #withName names}.
 */
public final class RateLimiter {

    /** The counters of all limiters that were made without a store, so that together they are bounded in bytes. */
    private static final class ProcessMemory {

        static final Store STORE = new MemoryStore();
        static final AtomicLong LIMITERS = new AtomicLong();

        static String nextCounterName() {
            return "limiter:" + LIMITERS.incrementAndGet();
        }
    }

    private static final int MOST_WAITING = 10_000;

    // With costs up to 10^12, all that is waited for stays within a long.
    private static final int MOST_WAITING_EVER = 1_000_000;

    // Short enough for all sums to stay within a long.
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final Limit limit;
    private final OnFailure onFailure;
    private final Store store;
    private final String counterName;
    private final WaitingRoom waitingRoom;

    private RateLimiter(Limit limit, OnFailure onFailure, Store store, String counterName, WaitingRoom waitingRoom) {
        this.limit = limit;
        this.onFailure = onFailure;
        this.store = store;
        this.counterName = counterName;
        this.waitingRoom = waitingRoom;
    }

    /**
     * Counts in this process's memory, apart from all other limiters. All limiters made this way share one bound: together they take at
     * most an eighth of the largest heap.
     */
    public static RateLimiter of(Limit limit) {
        return of(limit, ProcessMemory.STORE, ProcessMemory.nextCounterName());
    }

    /** Counts in a store, together with all limiters there that have the same numbers. */
    public static RateLimiter of(Limit limit, Store store) {
        return of(limit, store, limit.counterName());
    }

    private static RateLimiter of(Limit limit, Store store, String counterName) {
        WaitingRoom waitingRoom = new WaitingRoom(store, Scheduler.system(), MOST_WAITING);
        return new RateLimiter(limit, OnFailure.LOCAL, store, counterName, waitingRoom);
    }

    /**
     * The same with the counters of a name, such as {@code logins}, and lines of its own: apart from limiters in the store that have other
     * names, whatever their numbers. Counters with a name go on counting when the limit's numbers change.
     */
    public RateLimiter withName(String name) {
        WaitingRoom ownLines = new WaitingRoom(store, waitingRoom.scheduler(), waitingRoom.places());
        return new RateLimiter(limit, onFailure, store, Charge.counterName(name), ownLines);
    }

    /** The same with lines of its own that wait by that scheduler: by a {@code ManualTime}, until it is advanced. */
    public RateLimiter withScheduler(Scheduler scheduler) {
        WaitingRoom ownLines = new WaitingRoom(store, scheduler, waitingRoom.places());
        return new RateLimiter(limit, onFailure, store, counterName, ownLines);
    }

    /** The same with lines of its own in which so many calls may wait at the same time; more are denied at once. */
    public RateLimiter withMostWaiting(int calls) {
        if (calls < 1 || calls > MOST_WAITING_EVER) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "waiting calls must be from 1 to %,d, but were %,d", MOST_WAITING_EVER, calls));
        }
        WaitingRoom ownLines = new WaitingRoom(store, waitingRoom.scheduler(), calls);
        return new RateLimiter(limit, onFailure, store, counterName, ownLines);
    }

    /** The same, but on a store with {@code Safeguards} this becomes of its calls while the shared store fails. */
    public RateLimiter withOnFailure(OnFailure choice) {
        return new RateLimiter(limit, choice, store, counterName, waitingRoom);
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
                ? store.chargeNow(key, counterName, limit, permits)
                : store.chargeNow(charge(key, permits));
    }

    private Charge charge(String key, long permits) {
        return Charge.ofRule(key, counterName, limit, permits).withOnFailure(onFailure);
    }

    public CompletableFuture<Decision> tryAcquireAsync(String key) {
        return tryAcquireAsync(key, 1);
    }

    public CompletableFuture<Decision> tryAcquireAsync(String key, long permits) {
        return store.charge(List.of(charge(key, permits)))
                .thenApply(answer -> answer.decisions().get(0))
                .toCompletableFuture();
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
        return remainingAsync(key).join();
    }

    public CompletableFuture<Long> remainingAsync(String key) {
        return store.peek(List.of(charge(key, 1)))
                .thenApply(decisions -> decisions.get(0).remaining())
                .toCompletableFuture();
    }

    /** Forgets all that the key has taken; who waits for it asks anew. */
    public void reset(String key) {
        resetAsync(key).join();
    }

    public CompletableFuture<Void> resetAsync(String key) {
        return store.forget(charge(key, 1))
                .thenRun(() -> waitingRoom.somethingCameBack(key))
                .toCompletableFuture();
    }
}
