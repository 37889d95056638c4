package io.weir.benchmarks.memory;

import com.google.common.util.concurrent.RateLimiter;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.internal.AtomicRateLimiter;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import java.time.Duration;
import java.util.Locale;

/** The limiters that are measured, each used in the fastest way it offers for a limit on many keys. */
public enum Contender {
    /** A {@code RateLimiter} on memory. */
    WEIR {
        @Override
        Limiters limiters(Numbers numbers) {
            return new WeirLimiters(Limit.tokenBucket(Rate.of(numbers.permits(), numbers.period()))
                    .withCapacity(numbers.burst()));
        }
    },

    /** A lock-free bucket for each key in a concurrent map. */
    BUCKET4J {
        @Override
        Limiters limiters(Numbers numbers) {
            return new KeyedLimiters<>(
                    () -> Bucket.builder()
                            .addLimit(limit ->
                                    limit.capacity(numbers.burst()).refillGreedy(numbers.permits(), numbers.period()))
                            .build(),
                    bucket -> bucket.tryConsume(1),
                    bucket -> bucket.addTokens(1));
        }
    },

    /** Guava's {@code RateLimiter} for each key in a concurrent map; it cannot give back. */
    GUAVA {
        @Override
        Limiters limiters(Numbers numbers) {
            return new KeyedLimiters<>(
                    () -> RateLimiter.create(
                            numbers.permits() * 1e9 / numbers.period().toNanos()),
                    RateLimiter::tryAcquire,
                    limiter -> {});
        }
    },

    /** Resilience4j's {@code AtomicRateLimiter} for each key in a concurrent map; it cannot give back. */
    RESILIENCE4J {
        @Override
        Limiters limiters(Numbers numbers) {
            RateLimiterConfig config = RateLimiterConfig.custom()
                    .limitForPeriod((int) numbers.permits())
                    .limitRefreshPeriod(numbers.period())
                    .timeoutDuration(Duration.ZERO)
                    .build();
            return new KeyedLimiters<>(
                    () -> new AtomicRateLimiter("limiter", config),
                    AtomicRateLimiter::acquirePermission,
                    limiter -> {});
        }
    };

    abstract Limiters limiters(Numbers numbers);

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The numbers of a limit. */
    public record Numbers(long permits, Duration period, long burst) {

        /** A limit that never denies. */
        static final Numbers PLENTY = new Numbers(100_000_000, Duration.ofSeconds(1), 1_000_000_000);

        /** A limit that denies almost every request. */
        static final Numbers SCARCE = new Numbers(1, Duration.ofDays(1), 1);

        /** A limit whose permits do not come back before the measurement ends. */
        static final Numbers SLOW = new Numbers(10, Duration.ofDays(1), 10);
    }
}
