package io.weir.client.patience;

import java.time.Duration;

/**
 * The waits where the server names none: a random time up to {@code base}, doubled with each attempt, at most
 * {@code most}.
 *
 * @param base the longest first wait after a failure
 * @param unnamed the longest first wait after a 429 that does not say when to come back
 * @param most the longest wait of all
 */
public record Backoff(Duration base, Duration unnamed, Duration most) {

    public static final Backoff USUAL =
            new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(20));

    private static final int MOST_DOUBLINGS = 30;

    public Backoff {
        if (base.isNegative() || unnamed.isNegative() || most.isNegative()) {
            throw new IllegalArgumentException(
                    "a backoff must not be negative, but was " + base + ", " + unnamed + ", " + most);
        }
    }

    public Backoff withBase(Duration other) {
        return new Backoff(other, unnamed, most);
    }

    /** Returns the longest wait after a number of failed attempts, of which the first waited up to {@code first}. */
    public Duration longest(Duration first, int attempts) {
        Duration doubled = first.multipliedBy(1L << Math.min(MOST_DOUBLINGS, attempts - 1));
        return doubled.compareTo(most) < 0 ? doubled : most;
    }
}
