package io.weir.time;

import java.util.concurrent.Executor;

/**
 * A timer with its own clock: runs tasks later, or now on another thread with {@link #execute}. {@link ManualTime}
 * implements it for tests.
 */
public interface Scheduler extends Executor {

    /**
     * Returns microseconds since some fixed instant. They pass evenly, whatever corrections are made to the wall clock.
     */
    long elapsedMicros();

    /** Runs a short task once, after the delay and not earlier. The returned {@code Runnable} cancels it. */
    Runnable schedule(long delayMicros, Runnable task);

    /**
     * Returns the scheduler of this process, with one timer thread. It executes tasks in the common
     * {@code ForkJoinPool}.
     */
    static Scheduler system() {
        return SystemScheduler.INSTANCE;
    }
}
