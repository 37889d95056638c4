package io.weir.benchmarks.redis.limiter;

import java.time.Duration;

/** The way to Redis. */
public enum Network {
    /** Loopback. */
    DIRECT("direct", Duration.ZERO),

    /** As within a data centre. */
    PLUS_ONE("+1 ms", Duration.ofNanos(500_000)),

    /** As between two of them nearby. */
    PLUS_TWO("+2 ms", Duration.ofMillis(1));

    private final String label;
    private final Duration oneWay;

    Network(String label, Duration oneWay) {
        this.label = label;
        this.oneWay = oneWay;
    }

    /** By how much a round trip takes longer. */
    public String label() {
        return label;
    }

    public Duration oneWay() {
        return oneWay;
    }
}
