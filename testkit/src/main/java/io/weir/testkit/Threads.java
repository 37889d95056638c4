package io.weir.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Runs the same task on several threads that start together, and waits for all of them. */
public final class Threads {

    private static final long MOST_SECONDS = 120;

    private Threads() {}

    /** Runs the task with the number of each thread, from 0; fails if one of them fails. */
    public static void run(int threads, IntConsumer task) {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch start = new CountDownLatch(threads);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                running.add(executor.submit(() -> {
                    start.countDown();
                    start.await();
                    task.accept(thread);
                    return null;
                }));
            }
            for (Future<?> run : running) {
                run.get(MOST_SECONDS, TimeUnit.SECONDS);
            }
        } catch (Exception failure) {
            throw new AssertionError("A thread failed", failure);
        } finally {
            executor.shutdownNow();
        }
    }
}
