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
 * Steady calls by a few threads on a few token buckets, each of which is always asked for more than it allows, while something
 * happens to the store; and what was admitted meanwhile, which has a bound whatever happens.
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

    /** Begins one that makes about a thousand calls per second and thread at most. */
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

    /** How many calls were decided. */
    public long decisions() {
        rethrow();
        return decisions.sum();
    }

    /** How many of them without the shared store. */
    public long degraded() {
        rethrow();
        return degraded.sum();
    }

    /** The longest that a call took since this was asked last. */
    public Duration takeLongest() {
        return Duration.ofNanos(longestNanos.getAndSet(0));
    }

    /**
     * What was admitted, as parts of what may be.
     *
     * @param shared by the shared store, of the key of which most was
     * @param local by this process alone, of the key of which most was
     */
    public record Admission(double shared, double local) {}

    /**
     * Ends it, and fails if a call has, or if more was admitted than may be: by the shared store, capacity + rate × time, and
     * the capacity again each time it lost its counters; by this process alone, capacity + rate × time.
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
            throw new AssertionError("more was admitted than may be: " + admission);
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
