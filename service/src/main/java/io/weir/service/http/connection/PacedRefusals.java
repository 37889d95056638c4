package io.weir.service.http.connection;

import io.weir.RateLimiter;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.store.Store;
import java.util.OptionalLong;

/**
 * Bounds the rejections per second, over all connections; further rejections wait. A flood of rejected requests, which costs its
 * sender nothing, therefore takes almost no processor time from the checks.
 */
public final class PacedRefusals {

    private static final Limit PER_SECOND = Limit.leakyBucket(Rate.perSecond(1_000), 10_000);
    private static final String ALL = "refusals";

    private final RateLimiter limiter;

    public PacedRefusals() {
        this(new MemoryStore());
    }

    public PacedRefusals(Store store) {
        this.limiter = RateLimiter.of(PER_SECOND, store);
    }

    /** The nanoseconds that a rejection has to wait; empty if too many wait already, so that the connection must be closed. */
    OptionalLong delayNanos() {
        Decision decision = limiter.tryAcquire(ALL);
        return decision.allowed() ? OptionalLong.of(decision.delay().toNanos()) : OptionalLong.empty();
    }
}
