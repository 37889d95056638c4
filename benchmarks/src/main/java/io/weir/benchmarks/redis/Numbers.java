package io.weir.benchmarks.redis;

import java.time.Duration;

/** What a limit allows, on average and at one instant. */
record Numbers(long perSecond, long burst) {

    long microsPerPermit() {
        return Duration.ofSeconds(1).toNanos() / 1_000 / perSecond;
    }

    long microsToFill() {
        return burst * microsPerPermit();
    }
}
