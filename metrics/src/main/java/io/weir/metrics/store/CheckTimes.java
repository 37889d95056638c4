package io.weir.metrics.store;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** Timers with buckets for the duration of checks: from microseconds in memory up to times beyond every deadline. */
final class CheckTimes {

    private static final Duration SHORTEST = Duration.ofNanos(100_000);
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private CheckTimes() {}

    static Timer.Builder histogram(String name) {
        return Timer.builder(name)
                .publishPercentileHistogram()
                .minimumExpectedValue(SHORTEST)
                .maximumExpectedValue(LONGEST);
    }
}
