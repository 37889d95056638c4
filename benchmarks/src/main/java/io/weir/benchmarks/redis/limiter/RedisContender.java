package io.weir.benchmarks.redis.limiter;

import io.github.bucket4j.distributed.proxy.optimization.Optimization;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;

/** The limiters that are measured, each used in the fastest asynchronous way it offers for a limit on many keys. */
public enum RedisContender {
    /** A {@code RedisStore}. */
    WEIR("weir", 0) {
        @Override
        public RedisLimiter connect(String uri, Numbers numbers) {
            return new WeirLimiter(uri, numbers);
        }
    },

    /** One EVALSHA of a small script per check, on Lettuce with its defaults: the obvious hand-written solution. */
    EVALSHA("evalsha", 1) {
        @Override
        public RedisLimiter connect(String uri, Numbers numbers) {
            return new ScriptLimiter(uri, LimitScript.tokenBucket(numbers), key -> new String[] {key});
        }
    },

    /** A script with the effect of Spring Cloud Gateway's RequestRateLimiter, without its reactive pipeline. */
    GATEWAY("gateway script", 2) {
        @Override
        public RedisLimiter connect(String uri, Numbers numbers) {
            return new ScriptLimiter(uri, LimitScript.gateway(numbers), key -> new String[] {
                "request_rate_limiter.{" + key + "}.tokens", "request_rate_limiter.{" + key + "}.timestamp"
            });
        }
    },

    /** bucket4j on Lettuce, with its defaults. */
    BUCKET4J("bucket4j", 3) {
        @Override
        public RedisLimiter connect(String uri, Numbers numbers) {
            return new Bucket4jLimiter(uri, numbers, Optimization.NONE_OPTIMIZED);
        }
    },

    /** bucket4j with batching, which sends the checks of one key together. */
    BUCKET4J_BATCHING("bucket4j batching", 4) {
        @Override
        public RedisLimiter connect(String uri, Numbers numbers) {
            return new Bucket4jLimiter(uri, numbers, Optimizations.batching());
        }
    },

    /** Redisson's {@code RRateLimiter}, which keeps every permit taken for the length of its interval. */
    REDISSON("redisson", 5) {
        @Override
        public RedisLimiter connect(String uri, Numbers numbers) {
            return new RedissonLimiter(uri, numbers);
        }
    };

    private final String label;
    private final int database;

    RedisContender(String label, int database) {
        this.label = label;
        this.database = database;
    }

    public abstract RedisLimiter connect(String uri, Numbers numbers);

    public String label() {
        return label;
    }

    /** Returns a separate database for each contender, because all use the same keys. */
    public int database() {
        return database;
    }
}
