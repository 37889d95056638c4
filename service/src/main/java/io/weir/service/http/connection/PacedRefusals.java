package io.weir.service.http.connection;

import io.weir.RateLimiter;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.store.Store;
import java.util.OptionalLong;

/**
 * Lets so many refusals out per second, over all connections; others wait for their turn. So a flood of requests that are refused
 * anyway, which costs its sender nothing, takes next to nothing of the processor from the checks.
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

    /** How many nanoseconds a refusal has to wait; empty if so many wait already that the connection is to be closed. */
    OptionalLong delayNanos() {
        Decision decision = limiter.tryAcquire(ALL);
        return decision.allowed() ? OptionalLong.of(decision.delay().toNanos()) : OptionalLong.empty();
    }
}
