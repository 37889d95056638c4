package io.weir.time;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The scheduler in real time. Its thread starts with the first task and does not keep the process alive. */
final class SystemScheduler implements Scheduler {

    static final SystemScheduler INSTANCE = new SystemScheduler();

    private final long startNanos = System.nanoTime();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, SystemScheduler::thread);

    private SystemScheduler() {
        timer.setRemoveOnCancelPolicy(true);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "weir-timer");
        thread.setDaemon(true);
        // Otherwise the thread would keep the class loader of its first caller, which could then never be unloaded.
        thread.setContextClassLoader(null);
        return thread;
    }

    @Override
    public long elapsedMicros() {
        return (System.nanoTime() - startNanos) / 1_000;
    }

    @Override
    public Runnable schedule(long delayMicros, Runnable task) {
        Future<?> scheduled = timer.schedule(task, delayMicros, TimeUnit.MICROSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public void execute(Runnable task) {
        ForkJoinPool.commonPool().execute(task);
    }
}
