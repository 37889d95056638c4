package io.weir.benchmarks.redis.limiter;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Ways to check a request against four limits: of its user, its endpoint, its tenant and all requests. */
public enum FourLimits {
    WEIR_ONE_CALL("weir, one call", RedisContender.WEIR, 12) {
        @Override
        public CompletionStage<Boolean> check(RedisLimiter limiter) {
            return limiter.tryAcquireAll(keys());
        }
    },
    WEIR_FOUR_CALLS("weir, four calls", RedisContender.WEIR, 13),
    EVALSHA("evalsha, four calls", RedisContender.EVALSHA, 14);

    static final Numbers NUMBERS = KeySet.HOT.numbers();

    private static final List<String> ENDPOINTS = KeySet.named("endpoint", 20);
    private static final List<String> TENANTS = KeySet.named("tenant", 1_000);

    private final String label;
    private final RedisContender contender;
    private final int database;

    FourLimits(String label, RedisContender contender, int database) {
        this.label = label;
        this.contender = contender;
        this.database = database;
    }

    public String label() {
        return label;
    }

    public RedisContender contender() {
        return contender;
    }

    /** Returns a separate database, so that the counters start fresh. */
    public int database() {
        return database;
    }

    public CompletionStage<Boolean> check(RedisLimiter limiter) {
        return limiter.oneByOne(keys());
    }

    private static List<String> keys() {
        return List.of(KeySet.MANY.any(), KeySet.any(ENDPOINTS), KeySet.any(TENANTS), "everybody");
    }
}
