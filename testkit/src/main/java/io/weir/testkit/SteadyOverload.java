package io.weir.testkit;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A steady overload: a few threads charge a few token buckets, each more often than its limit allows, while faults
 * happen to the store. It measures how many permits were granted, which has an upper bound whatever happens.
 */
public final class SteadyOverload implements AutoCloseable {

    private static final long PAUSE_NANOS = 1_000_000;

    private final Store store;
    private final Limit limit;
    private final List<String> keys;
    private final List<Thread> callers = new ArrayList<>();
    private final long startNanos = System.nanoTime();
    private final Map<String, LongAdder> admitted = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> admittedLocally = new ConcurrentHashMap<>();
    private final LongAdder decisions = new LongAdder();
    private final LongAdder degraded = new LongAdder();
    private final AtomicLong longestNanos = new AtomicLong();
    private volatile @Nullable Throwable failure;
    private volatile boolean over;

    private SteadyOverload(Store store, Limit limit, List<String> keys) {
        this.store = store;
        this.limit = limit;
        this.keys = keys;
    }

    /** Starts a load of at most about a thousand calls per second and thread. */
    public static SteadyOverload begin(Store store, Limit limit, List<String> keys, int threads) {
        SteadyOverload siege = new SteadyOverload(store, limit, List.copyOf(keys));
        for (int i = 0; i < threads; i++) {
            Thread caller = new Thread(siege::call, "siege-" + i);
            caller.setDaemon(true);
            siege.callers.add(caller);
            caller.start();
        }
        return siege;
    }

    private void call() {
        try {
            for (int i = 0; !over; i++) {
                call(keys.get(i % keys.size()));
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
        }
    }

    private void call(String key) {
        long begunNanos = System.nanoTime();
        Decision decision = store.chargeNow(Charge.ofKey(key, limit));
        longestNanos.accumulateAndGet(System.nanoTime() - begunNanos, Math::max);
        if (decision.allowed()) {
            (decision.degraded() ? admittedLocally : admitted)
                    .computeIfAbsent(key, first -> new LongAdder())
                    .increment();
        }
        if (decision.degraded()) {
            degraded.increment();
        }
        decisions.increment();
    }

    /** Returns how many calls were decided. */
    public long decisions() {
        rethrow();
        return decisions.sum();
    }

    /** Returns how many calls were decided without the shared store. */
    public long degraded() {
        rethrow();
        return degraded.sum();
    }

    /** Returns the longest duration of a call since the last call of this method. */
    public Duration takeLongest() {
        return Duration.ofNanos(longestNanos.getAndSet(0));
    }

    /**
     * The permits granted, as a fraction of the bound.
     *
     * @param shared by the shared store, for the key with the most
     * @param local by this process alone, for the key with the most
     */
    public record Admission(double shared, double local) {}

    /**
     * Stops the load. Fails if a call has failed, or if more was granted than the bound: capacity + rate × time by the
     * shared store, plus one capacity each time it lost its counters; and capacity + rate × time by this process alone.
     */
    public Admission endWithin(int lossesOfCounters) {
        close();
        rethrow();
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        double perSecond = limit.rate().permits() / (limit.rate().period().toNanos() / 1e9);
        double bound = limit.capacity() + perSecond * seconds;
        Admission admission = new Admission(
                most(admitted) / (bound + lossesOfCounters * limit.capacity()), most(admittedLocally) / bound);
        if (admission.shared() > 1 || admission.local() > 1) {
            throw new AssertionError("more was admitted than the bound:  " + admission);
        }
        return admission;
    }

    private static double most(Map<String, LongAdder> admissions) {
        return admissions.values().stream().mapToLong(LongAdder::sum).max().orElse(0);
    }

    private void rethrow() {
        Throwable thrown = failure;
        if (thrown != null) {
            throw new AssertionError("a call has failed", thrown);
        }
    }

    @Override
    public void close() {
        over = true;
        for (Thread caller : callers) {
            try {
                caller.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
