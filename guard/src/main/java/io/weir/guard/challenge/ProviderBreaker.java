package io.weir.guard.challenge;

import io.weir.time.Scheduler;
import java.time.Duration;

/**
 * Stops asking a provider that has failed five times in a row. After five seconds it is asked again, by one call only, which
 * decides whether the others follow. Thread-safe.
 */
final class ProviderBreaker {

    private static final int MOST_FAILURES = 5;
    private static final long PAUSE_MICROS = Duration.ofSeconds(5).toNanos() / 1_000;

    private final Scheduler clock;

    // Guarded by this.
    private int failures;
    private long nextTryMicros;

    ProviderBreaker(Scheduler clock) {
        this.clock = clock;
    }

    /** Returns whether the provider may be asked now. A caller that may ask reports what came of it. */
    synchronized boolean mayAsk() {
        if (failures < MOST_FAILURES) {
            return true;
        }
        boolean isTime = clock.elapsedMicros() >= nextTryMicros;
        if (isTime) {
            nextTryMicros = clock.elapsedMicros() + PAUSE_MICROS;
        }
        return isTime;
    }

    synchronized void answered() {
        failures = 0;
    }

    synchronized void failed() {
        failures = Math.min(failures + 1, MOST_FAILURES);
        if (failures == MOST_FAILURES) {
            nextTryMicros = clock.elapsedMicros() + PAUSE_MICROS;
        }
    }

    synchronized boolean isOpen() {
        return failures == MOST_FAILURES;
    }
}
