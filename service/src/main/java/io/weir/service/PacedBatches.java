package io.weir.service;

import io.weir.RateLimiter;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.MemoryStore;
import io.weir.store.Store;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Lets large batches begin one after the other: 32 MiB of them in a second, over all connections. To read a megabyte takes as long as
 * hundreds of checks do, so without this a few clients that send nothing but megabytes would keep a core busy. A hundred requests of
 * usual size have 15 KiB, and never wait.
 */
final class PacedBatches {

    /** Batches up to here do not wait. */
    static final int SMALL_BYTES = 64 * 1024;

    static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private static final int KIB_PER_SECOND = 32 * 1024;
    private static final Limit PACE =
            Limit.leakyBucket(Rate.perSecond(KIB_PER_SECOND), KIB_PER_SECOND * LONGEST_WAIT.toSeconds());
    private static final String ALL = "batches";

    private final RateLimiter limiter;

    PacedBatches() {
        this(new MemoryStore());
    }

    PacedBatches(Store store) {
        this.limiter = RateLimiter.of(PACE, store);
    }

    /** What runs a batch of so many bytes on these threads when its turn comes. */
    Executor turn(int bytes, Executor threads) {
        Duration delay = delay(bytes);
        return delay.isZero()
                ? threads
                : CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS, threads);
    }

    Duration delay(int bytes) {
        if (bytes <= SMALL_BYTES) {
            return Duration.ZERO;
        }
        Decision decision = limiter.tryAcquire(ALL, bytes / 1024);
        return decision.allowed() ? decision.delay() : LONGEST_WAIT;
    }
}
