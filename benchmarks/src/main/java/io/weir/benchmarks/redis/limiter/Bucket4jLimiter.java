package io.weir.benchmarks.redis.limiter;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.RemoteAsyncBucketBuilder;
import io.github.bucket4j.distributed.proxy.optimization.Optimization;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** A bucket of bucket4j for each key. The bucket objects are kept, because bucket4j's batching needs them. */
public final class Bucket4jLimiter implements RedisLimiter {

    private final RedisClient client;
    private final RemoteAsyncBucketBuilder<String> builder;
    private final CompletableFuture<BucketConfiguration> configuration;
    private final Map<String, AsyncBucketProxy> buckets = new ConcurrentHashMap<>();

    public Bucket4jLimiter(String uri, Numbers numbers, Optimization optimization) {
        this.client = RedisClient.create(uri);
        this.builder = Bucket4jLettuce.casBasedBuilder(
                        client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)))
                .expirationAfterWrite(
                        ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(10)))
                .build()
                .asAsync()
                .builder()
                .withOptimization(optimization);
        this.configuration = CompletableFuture.completedFuture(BucketConfiguration.builder()
                .addLimit(limit ->
                        limit.capacity(numbers.burst()).refillGreedy(numbers.perSecond(), Duration.ofSeconds(1)))
                .build());
    }

    @Override
    public CompletionStage<Boolean> tryAcquire(String key) {
        return buckets.computeIfAbsent(key, missing -> builder.build(missing, () -> configuration))
                .tryConsume(1);
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
