package io.weir.limit;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is told to move, for tests and for replaying the past. */
public final class ManualTime implements TimeSource {

    private final AtomicLong micros;

    private ManualTime(long micros) {
        this.micros = new AtomicLong(micros);
    }

    /** A clock that shows the start of 2026. */
    public static ManualTime create() {
        return at(Instant.parse("2026-01-01T00:00:00Z"));
    }

    public static ManualTime at(Instant instant) {
        return new ManualTime(Bounds.micros(Duration.between(Instant.EPOCH, instant)));
    }

    @Override
    public long nowMicros() {
        return micros.get();
    }

    /** Moves the clock on, or back when negative. */
    public void advance(Duration duration) {
        advanceMicros(Bounds.micros(duration));
    }

    /** Moves the clock on, or back when negative. */
    public void advanceMicros(long duration) {
        micros.addAndGet(duration);
    }
}
