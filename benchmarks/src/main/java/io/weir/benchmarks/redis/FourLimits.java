package io.weir.benchmarks.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Ways to check a request against four limits: its user's, its endpoint's, its tenant's and everybody's. */
enum FourLimits {
    WEIR_ONE_CALL("weir, one call", RedisContender.WEIR) {
        @Override
        CompletionStage<Boolean> check(RedisLimiter limiter) {
            return limiter.tryAcquireAll(keys());
        }
    },
    WEIR_FOUR_CALLS("weir, four calls", RedisContender.WEIR),
    EVALSHA("evalsha, four calls", RedisContender.EVALSHA);

    static final Numbers NUMBERS = KeySet.HOT.numbers();

    private static final List<String> ENDPOINTS = KeySet.named("endpoint", 20);
    private static final List<String> TENANTS = KeySet.named("tenant", 1_000);

    private final String label;
    private final RedisContender contender;

    FourLimits(String label, RedisContender contender) {
        this.label = label;
        this.contender = contender;
    }

    String label() {
        return label;
    }

    RedisContender contender() {
        return contender;
    }

    CompletionStage<Boolean> check(RedisLimiter limiter) {
        return limiter.oneByOne(keys());
    }

    private static List<String> keys() {
        return List.of(KeySet.MANY.any(), KeySet.any(ENDPOINTS), KeySet.any(TENANTS), "everybody");
    }
}
