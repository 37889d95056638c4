package io.weir.service.http.connection;

import io.weir.RateLimiter;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.store.Store;
import java.time.Duration;

/**
 * Paces the reading of large request bodies: 8 MiB a second over all connections. Reading a megabyte takes as long as hundreds of
 * checks, so without a pace a few clients with large bodies would keep a core busy. Thread-safe.
 */
final class BodyPace {

    /** A body up to this size is read at once. A batch of a hundred usual requests has 15 KiB. */
    static final int SMALL_BYTES = 64 * 1024;

    /** The longest time that a body may wait in the queue. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private static final int KIB_PER_SECOND = 8 * 1024;
    private static final Limit PACE =
            Limit.leakyBucket(Rate.perSecond(KIB_PER_SECOND), KIB_PER_SECOND * LONGEST_WAIT.toSeconds());
    private static final String ALL = "bodies";

    private final RateLimiter limiter;

    BodyPace() {
        this(new MemoryStore());
    }

    BodyPace(Store store) {
        this.limiter = RateLimiter.of(PACE, store);
    }

    /** Queues a body of this size; the decision denies it while the queue is too long. */
    Decision enqueue(long bytes) {
        return limiter.tryAcquire(ALL, Math.max(1, bytes / 1024));
    }
}
