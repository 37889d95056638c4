package io.weir.metrics.store;

import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** Timers with buckets where checks are: from what memory takes to what nobody waits for. */
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
