package io.weir.guard;

import io.weir.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One thread of its own for work that waits for a database, so that a database that hangs delays nothing else. Time is kept
 * by the scheduler of the process.
 */
public final class BackgroundThread implements Scheduler, AutoCloseable {

    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private final Scheduler clock = Scheduler.system();
    private final ExecutorService thread;

    private BackgroundThread(ExecutorService thread) {
        this.thread = thread;
    }

    public static BackgroundThread named(String name) {
        return new BackgroundThread(
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, name);
                    thread.setDaemon(true);
                    return thread;
                }));
    }

    @Override
    public long elapsedMicros() {
        return clock.elapsedMicros();
    }

    @Override
    public Runnable schedule(long delayMicros, Runnable task) {
        return clock.schedule(delayMicros, task);
    }

    /** Work that comes after {@link #close} is left out. */
    @Override
    public void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException closed) {
            if (!thread.isShutdown()) {
                throw closed;
            }
        }
    }

    /** Waits a few seconds at most for what has begun. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(LONGEST_END.toSeconds(), TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
