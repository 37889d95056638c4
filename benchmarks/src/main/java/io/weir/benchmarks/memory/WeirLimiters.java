package io.weir.benchmarks.memory;

import io.weir.RateLimiter;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.store.Charge;
import java.util.List;

/** Limits on memory by a {@code RateLimiter}. */
record WeirLimiters(Limit limit, MemoryStore store, RateLimiter limiter) implements Limiters {

    WeirLimiters(Limit limit) {
        this(limit, new MemoryStore());
    }

    private WeirLimiters(Limit limit, MemoryStore store) {
        this(limit, store, RateLimiter.of(limit, store));
    }

    @Override
    public Object check(String key) {
        return limiter.tryAcquire(key);
    }

    @Override
    public Object checkAll(String first, String second, String third) {
        return store.charge(List.of(Charge.of(first, limit), Charge.of(second, limit), Charge.of(third, limit)));
    }
}
