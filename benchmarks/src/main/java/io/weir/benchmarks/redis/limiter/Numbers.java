package io.weir.benchmarks.redis.limiter;

import java.time.Duration;

/** The rate and the burst of a limit. */
public record Numbers(long perSecond, long burst) {

    public long microsPerPermit() {
        return Duration.ofSeconds(1).toNanos() / 1_000 / perSecond;
    }

    public long microsToFill() {
        return burst * microsPerPermit();
    }
}
