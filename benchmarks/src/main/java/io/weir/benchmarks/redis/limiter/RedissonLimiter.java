package io.weir.benchmarks.redis.limiter;

import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.redisson.Redisson;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's limiter. It has no burst, so its limit is the burst per second, which is the cheapest limit for it. */
public final class RedissonLimiter implements RedisLimiter {

    private static final int PREPARED_TOGETHER = 1_000;

    private final RedissonClient client;
    private final Numbers numbers;

    public RedissonLimiter(String uri, Numbers numbers) {
        Config config = new Config();
        RedisURI redis = RedisURI.create(uri);
        config.useSingleServer()
                .setAddress("redis://" + redis.getHost() + ":" + redis.getPort())
                .setDatabase(redis.getDatabase());
        this.client = Redisson.create(config);
        this.numbers = numbers;
    }

    @Override
    public void prepare(List<String> keys) {
        for (int from = 0; from < keys.size(); from += PREPARED_TOGETHER) {
            List<CompletableFuture<Boolean>> set = new ArrayList<>();
            for (String key : keys.subList(from, Math.min(keys.size(), from + PREPARED_TOGETHER))) {
                set.add(client.getRateLimiter(key)
                        .trySetRateAsync(RateType.OVERALL, numbers.burst(), Duration.ofSeconds(1))
                        .toCompletableFuture());
            }
            CompletableFuture.allOf(set.toArray(CompletableFuture<?>[]::new)).join();
        }
    }

    @Override
    public CompletionStage<Boolean> tryAcquire(String key) {
        return client.getRateLimiter(key).tryAcquireAsync();
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
