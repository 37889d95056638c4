package io.weir.benchmarks.redis.limiter;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.redis.RedisStore;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A limit in a {@code RedisStore}. */
public final class WeirLimiter implements RedisLimiter {

    private final Store store;
    private final Limit limit;

    public WeirLimiter(String uri, Numbers numbers) {
        this.store = RedisStore.connect(uri);
        this.limit = Limit.tokenBucket(Rate.perSecond(numbers.perSecond())).withCapacity(numbers.burst());
    }

    @Override
    public CompletionStage<Boolean> tryAcquire(String key) {
        return store.charge(List.of(Charge.of(key, limit))).thenApply(Answer::allowed);
    }

    @Override
    public CompletionStage<Boolean> tryAcquireAll(List<String> keys) {
        List<Charge> charges = new ArrayList<>(keys.size());
        for (String key : keys) {
            charges.add(Charge.of(key, limit));
        }
        return store.charge(charges).thenApply(Answer::allowed);
    }

    @Override
    public void close() {
        store.close();
    }
}
