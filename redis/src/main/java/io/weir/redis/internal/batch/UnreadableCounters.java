package io.weir.redis.internal.batch;

import io.weir.store.Charge;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The counters of calls that failed in the last second because Redis could not read one of them. The next call on the same counters goes
 * alone, so that it does not fail the calls of a batch. Bounded: a call beyond that only costs its batch a few more scripts.
 */
final class UnreadableCounters {

    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST = 1_000;

    private final LongSupplier nanoTime;
    private final Map<List<Charge.Counter>, Long> untilNanos = new ConcurrentHashMap<>();

    UnreadableCounters(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    private static List<Charge.Counter> counters(List<Charge> charges) {
        return charges.stream().map(Charge::counter).toList();
    }

    void add(List<Charge> charges) {
        long now = nanoTime.getAsLong();
        if (untilNanos.size() >= MOST) {
            untilNanos.values().removeIf(until -> until - now <= 0);
        }
        if (untilNanos.size() < MOST) {
            untilNanos.put(counters(charges), now + KEPT_NANOS);
        }
    }

    boolean contains(List<Charge> charges) {
        if (untilNanos.isEmpty()) {
            return false;
        }
        List<Charge.Counter> counters = counters(charges);
        Long until = untilNanos.get(counters);
        if (until != null && until - nanoTime.getAsLong() <= 0) {
            untilNanos.remove(counters, until);
            return false;
        }
        return until != null;
    }
}
