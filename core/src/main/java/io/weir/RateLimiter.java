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
 * One limit for many keys, each with its own count. Thread-safe.
 *
 * <p>In one store, limiters with different numbers count the same key separately. Limiters with the same numbers share
 * its count, in this process and in others, unless they have {@linkplain #withName names}.
 *
 * <p>Calls fail with the store's exception if the store fails; {@code Safeguards} around a shared store prevent this.
 */
public final class RateLimiter {

    /** The counters of all limiters that are made without a store, in one store so that their memory has one bound. */
    private static final class ProcessMemory {

        static final Store STORE = new MemoryStore();
        static final AtomicLong LIMITERS = new AtomicLong();

        static String nextCounterName() {
            return "limiter:" + LIMITERS.incrementAndGet();
        }
    }

    private static final int MOST_WAITING = 10_000;

    // With costs up to 10^12, the sum of all waiting costs stays within a long.
    private static final int MOST_WAITING_EVER = 1_000_000;

    // Short enough for all sums of times to stay within a long.
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
     * Creates a limiter that counts in this process's memory, separately from all other limiters. All limiters made
     * this way share one memory bound: an eighth of the maximum heap.
     */
    public static RateLimiter of(Limit limit) {
        return of(limit, ProcessMemory.STORE, ProcessMemory.nextCounterName());
    }

    /**
     * Creates a limiter that counts in a store and shares its counters with all limiters there that have the same
     * numbers.
     */
    public static RateLimiter of(Limit limit, Store store) {
        return of(limit, store, limit.counterName());
    }

    private static RateLimiter of(Limit limit, Store store, String counterName) {
        WaitingRoom waitingRoom = new WaitingRoom(store, Scheduler.system(), MOST_WAITING);
        return new RateLimiter(limit, OnFailure.LOCAL, store, counterName, waitingRoom);
    }

    /**
     * Returns a limiter with its own named counters, such as {@code logins}, and its own waiting lines. Limiters of the
     * same store with other names never share these counters, whatever their numbers. Named counters keep their counts
     * when the limit's numbers change.
     */
    public RateLimiter withName(String name) {
        WaitingRoom ownLines = new WaitingRoom(store, waitingRoom.scheduler(), waitingRoom.places());
        return new RateLimiter(limit, onFailure, store, Charge.counterName(name), ownLines);
    }

    /**
     * Returns a limiter with its own waiting lines, which wait by this scheduler. With a {@code ManualTime}, calls wait
     * until the test advances it.
     */
    public RateLimiter withScheduler(Scheduler scheduler) {
        WaitingRoom ownLines = new WaitingRoom(store, scheduler, waitingRoom.places());
        return new RateLimiter(limit, onFailure, store, counterName, ownLines);
    }

    /**
     * Returns a limiter with its own waiting lines, in which at most this many calls wait at the same time. Further
     * calls are denied at once.
     */
    public RateLimiter withMostWaiting(int calls) {
        if (calls < 1 || calls > MOST_WAITING_EVER) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "waiting calls must be from 1 to %,d, but were %,d", MOST_WAITING_EVER, calls));
        }
        WaitingRoom ownLines = new WaitingRoom(store, waitingRoom.scheduler(), calls);
        return new RateLimiter(limit, onFailure, store, counterName, ownLines);
    }

    /**
     * Returns a limiter whose calls are decided as {@code choice} says while the shared store fails. This has an effect
     * only on a store with {@code Safeguards}.
     */
    public RateLimiter withOnFailure(OnFailure choice) {
        return new RateLimiter(limit, choice, store, counterName, waitingRoom);
    }

    public Limit limit() {
        return limit;
    }

    /** Takes one permit if one is available. Never waits for permits. */
    public Decision tryAcquire(String key) {
        return tryAcquire(key, 1);
    }

    /**
     * Takes all the permits if they are available, or none otherwise. Never waits for permits.
     *
     * @throws IllegalArgumentException if the limit can never grant this number of permits at once
     */
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

    /** Takes one permit and waits for it if necessary, as {@link #acquire(String, long, Duration)} does. */
    public Decision acquire(String key, Duration timeout) throws InterruptedException {
        return acquire(key, 1, timeout);
    }

    /**
     * Takes all the permits as soon as they are available. The waiting calls on a key are served in the order of their
     * arrival. Returns a denial, often at once, if the permits will not be available within the timeout; the denial's
     * retry-after is then the shortest possible wait.
     *
     * @throws InterruptedException if the thread was interrupted; nothing has been taken then
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
            // The decision came just before the interrupt: return it, and keep the interrupt flag set.
            Thread.currentThread().interrupt();
            return decision.join();
        } catch (ExecutionException failure) {
            throw new CompletionException(failure.getCause());
        }
    }

    /** Takes one permit and waits for it if necessary, as {@link #acquireAsync(String, long, Duration)} does. */
    public CompletableFuture<Decision> acquireAsync(String key, Duration timeout) {
        return acquireAsync(key, 1, timeout);
    }

    /**
     * Does the same as {@link #acquire(String, long, Duration)} without blocking a thread. Cancelling the future leaves
     * the waiting line and takes nothing.
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

    /** Returns how many calls of this limiter wait now. */
    public int waiting() {
        return waitingRoom.waiting();
    }

    WaitingRoom waitingRoom() {
        return waitingRoom;
    }

    /** Returns how many permits could be taken now. */
    public long remaining(String key) {
        return remainingAsync(key).join();
    }

    public CompletableFuture<Long> remainingAsync(String key) {
        return store.peek(List.of(charge(key, 1)))
                .thenApply(decisions -> decisions.get(0).remaining())
                .toCompletableFuture();
    }

    /** Forgets everything that the key has taken. Waiting calls on the key are tried again at once. */
    public void reset(String key) {
        resetAsync(key).join();
    }

    public CompletableFuture<Void> resetAsync(String key) {
        return store.forget(charge(key, 1))
                .thenRun(() -> waitingRoom.somethingCameBack(key))
                .toCompletableFuture();
    }
}
