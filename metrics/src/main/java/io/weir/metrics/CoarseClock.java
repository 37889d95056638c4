package io.weir.metrics;

import io.micrometer.core.instrument.Clock;
import io.weir.time.Scheduler;

/**
 * Micrometer's clock with a wall time that is up to a tenth of a second old. Meters read it on every record only to
 * find out whether a minute is over, and reading the system's clock would take longer than everything else they do.
 */
public final class CoarseClock implements Clock, AutoCloseable {

    private static final long EVERY_MICROS = 100_000;

    private final Scheduler scheduler;
    private volatile long wallTimeMillis = System.currentTimeMillis();
    private volatile boolean closed;

    private CoarseClock(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Creates a clock that runs until it is closed. */
    public static CoarseClock start() {
        return start(Scheduler.system());
    }

    static CoarseClock start(Scheduler scheduler) {
        CoarseClock clock = new CoarseClock(scheduler);
        clock.tick();
        return clock;
    }

    private void tick() {
        wallTimeMillis = System.currentTimeMillis();
        if (!closed) {
            scheduler.schedule(EVERY_MICROS, this::tick);
        }
    }

    @Override
    public long wallTime() {
        return wallTimeMillis;
    }

    @Override
    public long monotonicTime() {
        return System.nanoTime();
    }

    @Override
    public void close() {
        closed = true;
    }
}
