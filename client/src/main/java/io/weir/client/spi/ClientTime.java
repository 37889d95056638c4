package io.weir.client.spi;

import java.time.Instant;

/** The clocks and the timer of clients. */
public interface ClientTime {

    /** Returns nanoseconds since some fixed instant, which pass evenly. */
    long nanos();

    /** Returns the time of the wall clock, for dates that servers send. */
    Instant wallClock();

    /** Runs a short task once, after the delay. The returned {@code Runnable} cancels it. */
    Runnable schedule(long delayNanos, Runnable task);

    static ClientTime system() {
        return SystemClientTime.INSTANCE;
    }
}
