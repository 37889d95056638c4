package io.weir.client.spi;

import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Real time. The thread of the timer starts with the first task and does not keep the process alive. */
final class SystemClientTime implements ClientTime {

    static final SystemClientTime INSTANCE = new SystemClientTime();

    private final long start = System.nanoTime();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, SystemClientTime::thread);

    private SystemClientTime() {
        timer.setRemoveOnCancelPolicy(true);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "weir-client-timer");
        thread.setDaemon(true);
        // Otherwise the thread would keep the class loader of its first caller, which could then never be unloaded.
        thread.setContextClassLoader(null);
        return thread;
    }

    @Override
    public long nanos() {
        return System.nanoTime() - start;
    }

    @Override
    public Instant wallClock() {
        return Instant.now();
    }

    @Override
    public Runnable schedule(long delayNanos, Runnable task) {
        Future<?> scheduled = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }
}
