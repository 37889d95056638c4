package io.weir.client.spi;

import io.weir.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** The time of clients on a clock that moves only when it is told to. */
public record VirtualClientTime(ManualTime time) implements ClientTime {

    private static final int NANOS_PER_MICRO = 1_000;

    @Override
    public long nanos() {
        return time.elapsedMicros() * NANOS_PER_MICRO;
    }

    @Override
    public Instant wallClock() {
        return Instant.EPOCH.plus(Duration.of(time.nowMicros(), TimeUnit.MICROSECONDS.toChronoUnit()));
    }

    @Override
    public Runnable schedule(long delayNanos, Runnable task) {
        return time.schedule((delayNanos + NANOS_PER_MICRO - 1) / NANOS_PER_MICRO, task);
    }
}
