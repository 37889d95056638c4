package io.weir.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class SystemSchedulerTest {

    private final Scheduler scheduler = Scheduler.system();

    @Test
    void runsATaskOnItsOwnDaemonThreadAndNotEarly() throws Exception {
        long start = scheduler.elapsedMicros();
        CompletableFuture<Long> ranAt = new CompletableFuture<>();
        CompletableFuture<Thread> ranOn = new CompletableFuture<>();
        scheduler.schedule(2_000, () -> {
            ranAt.complete(scheduler.elapsedMicros());
            ranOn.complete(Thread.currentThread());
        });
        assertThat(ranAt.get(30, TimeUnit.SECONDS) - start).isGreaterThanOrEqualTo(2_000);
        assertThat(ranOn.join().isDaemon()).isTrue();
        assertThat(ranOn.join().getName()).isEqualTo("weir-timer");
        assertThat(ranOn.join().getContextClassLoader()).isNull();
    }

    @Test
    void executesOnAnotherThread() throws Exception {
        CompletableFuture<Thread> ranOn = new CompletableFuture<>();
        scheduler.schedule(0, () -> scheduler.execute(() -> ranOn.complete(Thread.currentThread())));
        assertThat(ranOn.get(30, TimeUnit.SECONDS).getName()).isNotEqualTo("weir-timer");
    }

    @Test
    void doesNotRunCancelledTasks() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        AtomicBoolean cancelledRan = new AtomicBoolean();
        CompletableFuture<Boolean> nextRan = new CompletableFuture<>();
        // Keeps the only thread busy, so nothing runs before the task is cancelled.
        scheduler.schedule(0, () -> await(cancelled));
        Runnable cancel = scheduler.schedule(0, () -> cancelledRan.set(true));
        scheduler.schedule(0, () -> nextRan.complete(true));
        cancel.run();
        cancelled.countDown();
        assertThat(nextRan.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(cancelledRan).isFalse();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }
}
