package io.weir.benchmarks.redis.limiter;

import java.time.Duration;

/** What a limit allows, on average and at one instant. */
public record Numbers(long perSecond, long burst) {

    public long microsPerPermit() {
        return Duration.ofSeconds(1).toNanos() / 1_000 / perSecond;
    }

    public long microsToFill() {
        return burst * microsPerPermit();
    }
}
