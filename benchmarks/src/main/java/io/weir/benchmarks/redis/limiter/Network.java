package io.weir.benchmarks.redis.limiter;

import java.time.Duration;

/** The network between the clients and Redis. */
public enum Network {
    /** The loopback network. */
    DIRECT("direct", Duration.ZERO),

    /** The latency within a data centre. */
    PLUS_ONE("+1 ms", Duration.ofNanos(500_000)),

    /** The latency between two nearby data centres. */
    PLUS_TWO("+2 ms", Duration.ofMillis(1));

    private final String label;
    private final Duration oneWay;

    Network(String label, Duration oneWay) {
        this.label = label;
        this.oneWay = oneWay;
    }

    /** Returns the time that is added to a round trip. */
    public String label() {
        return label;
    }

    public Duration oneWay() {
        return oneWay;
    }
}
