package io.weir.benchmarks.redis.limiter;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One limit on many keys, implemented by a contender. */
public interface RedisLimiter extends AutoCloseable {

    CompletionStage<Boolean> tryAcquire(String key);

    /** Requests one permit of each key. By default it sends a check for each key and awaits all of them. */
    default CompletionStage<Boolean> tryAcquireAll(List<String> keys) {
        return oneByOne(keys);
    }

    /** Sends one check for each key at once. If one is denied, the permits of the others stay taken. */
    default CompletionStage<Boolean> oneByOne(List<String> keys) {
        CompletionStage<Boolean> all = CompletableFuture.completedStage(true);
        for (String key : keys) {
            all = all.thenCombine(tryAcquire(key), Boolean::logicalAnd);
        }
        return all;
    }

    /** Prepares the keys in Redis before the first check. */
    default void prepare(List<String> keys) {}

    @Override
    void close();
}
