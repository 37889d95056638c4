package io.weir.time;

import java.util.concurrent.Executor;

/**
 * Runs tasks later, and by {@link #execute} now but where they may take their time: what waiting needs of a clock, so that
 * {@link ManualTime} can do it too.
 */
public interface Scheduler extends Executor {

    /** Microseconds since some instant, which pass evenly whatever corrections the wall clock gets. */
    long elapsedMicros();

    /** Runs a short task once, after so long and not earlier. Running what is returned cancels it. */
    Runnable schedule(long delayMicros, Runnable task);

    /** Keeps time on one thread for the whole process, and executes in the common {@code ForkJoinPool}. */
    static Scheduler system() {
        return SystemScheduler.INSTANCE;
    }
}
