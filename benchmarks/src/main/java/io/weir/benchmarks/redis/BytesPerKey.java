package io.weir.benchmarks.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.weir.benchmarks.redis.limiter.KeySet;
import io.weir.benchmarks.redis.limiter.RedisContender;
import io.weir.benchmarks.redis.limiter.RedisLimiter;
import java.util.List;

/** Measures the memory that Redis uses for one key of a contender. */
final class BytesPerKey {

    private static final int CHECKS = 10;
    private static final int KEYS = 500;

    private BytesPerKey() {}

    /** Returns the bytes by MEMORY USAGE after ten checks of each key, in a database that was empty before. */
    static double of(RedisContender contender, String uri) {
        List<String> keys = KeySet.MANY.keys().subList(0, KEYS);
        RedisClient client = RedisClient.create(uri);
        try (RedisLimiter limiter = contender.connect(uri, KeySet.MANY.numbers())) {
            RedisCommands<String, String> commands = client.connect().sync();
            commands.flushdb();
            limiter.prepare(keys);
            for (int i = 0; i < CHECKS; i++) {
                limiter.oneByOne(keys).toCompletableFuture().join();
            }
            double bytes = commands.keys("*").stream()
                    .mapToLong(key -> commands.memoryUsage(key))
                    .sum();
            return bytes / KEYS;
        } finally {
            client.shutdown();
        }
    }
}
