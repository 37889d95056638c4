package io.weir.benchmarks.redis.limiter;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One limit on many keys, as a contender does it. */
public interface RedisLimiter extends AutoCloseable {

    CompletionStage<Boolean> tryAcquire(String key);

    /** One permit of each key; who has no better way sends a check for each and awaits them together. */
    default CompletionStage<Boolean> tryAcquireAll(List<String> keys) {
        return oneByOne(keys);
    }

    /** One check for each key, sent together: what a denial leaves of the others stays taken. */
    default CompletionStage<Boolean> oneByOne(List<String> keys) {
        CompletionStage<Boolean> all = CompletableFuture.completedStage(true);
        for (String key : keys) {
            all = all.thenCombine(tryAcquire(key), Boolean::logicalAnd);
        }
        return all;
    }

    /** What must be told to Redis of the keys before the first check. */
    default void prepare(List<String> keys) {}

    @Override
    void close();
}
