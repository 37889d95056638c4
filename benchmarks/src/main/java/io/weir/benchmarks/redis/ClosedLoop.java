package io.weir.benchmarks.redis;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.HdrHistogram.AtomicHistogram;
import org.jspecify.annotations.Nullable;

/** Keeps a fixed number of checks in flight: each answer sends the next check, on the same thread. */
final class ClosedLoop {

    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Supplier<CompletionStage<Boolean>> check;
    private final CountDownLatch inFlight;
    private final LongAdder answered = new LongAdder();
    private final AtomicHistogram nanos = new AtomicHistogram(LONGEST_NANOS, 3);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean measuring;
    private volatile boolean timing;
    private volatile boolean stopped;

    ClosedLoop(Supplier<CompletionStage<Boolean>> check, int inFlight) {
        this.check = check;
        this.inFlight = new CountDownLatch(inFlight);
    }

    /**
     * Runs for a warm-up and then for a measured time; returns how many checks were answered in that time, and how long they took.
     * Checks that are still pending at the end are included; otherwise checks that wait forever would not show.
     */
    RedisSample run(Duration before, Duration duration, Processors processors) throws InterruptedException {
        for (long i = inFlight.getCount(); i > 0; i--) {
            new Slot().next();
        }
        TimeUnit.NANOSECONDS.sleep(before.toNanos());
        long client = processors.clientNanos();
        long redis = processors.redisNanos();
        long start = System.nanoTime();
        timing = true;
        measuring = true;
        TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        measuring = false;
        long elapsed = System.nanoTime() - start;
        client = processors.clientNanos() - client;
        redis = processors.redisNanos() - redis;
        stop();
        double checks = Math.max(1, answered.sum());
        return new RedisSample(
                checks * 1e9 / elapsed,
                nanos.getValueAtPercentile(50) / 1e3,
                nanos.getValueAtPercentile(99) / 1e3,
                client / checks / 1e3,
                redis / checks / 1e3);
    }

    private void stop() throws InterruptedException {
        stopped = true;
        if (!inFlight.await(LONGEST_NANOS, TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException(inFlight.getCount() + " checks got no answer");
        }
        Throwable first = failure.get();
        if (first != null) {
            throw new IllegalStateException("a check failed", first);
        }
    }

    /** One of the checks in flight. */
    private final class Slot implements BiConsumer<Boolean, @Nullable Throwable> {

        private final AtomicInteger due = new AtomicInteger();
        private long sentNanos;

        /** A check that completes at once returns here, so that the stack does not grow. */
        void next() {
            if (due.getAndIncrement() == 0) {
                do {
                    send();
                } while (due.decrementAndGet() != 0);
            }
        }

        private void send() {
            if (stopped) {
                inFlight.countDown();
                return;
            }
            sentNanos = System.nanoTime();
            try {
                check.get().whenComplete(this);
            } catch (RuntimeException refused) {
                accept(false, refused);
            }
        }

        @Override
        public void accept(Boolean allowed, @Nullable Throwable thrown) {
            if (thrown != null || !allowed) {
                failure.compareAndSet(null, thrown != null ? thrown : new IllegalStateException("a check was denied"));
                stopped = true;
            }
            if (measuring) {
                answered.increment();
            }
            if (timing) {
                nanos.recordValue(Math.min(LONGEST_NANOS, System.nanoTime() - sentNanos));
            }
            next();
        }
    }
}
