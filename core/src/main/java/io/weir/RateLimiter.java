package io.weir;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.store.MemoryStore;
import io.weir.store.Store;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** One limit for many keys: each key has its own count. */
public final class RateLimiter {

    private final Limit limit;
    private final Store store;

    private RateLimiter(Limit limit, Store store) {
        this.limit = limit;
        this.store = store;
    }

    /** Counts in this process's memory. */
    public static RateLimiter of(Limit limit) {
        return of(limit, new MemoryStore());
    }

    /** Counts in that store, together with all who use the same keys there. */
    public static RateLimiter of(Limit limit, Store store) {
        return new RateLimiter(limit, store);
    }

    public Limit limit() {
        return limit;
    }

    /** Takes one permit if there is one. */
    public Decision tryAcquire(String key) {
        return tryAcquire(key, 1);
    }

    /** Takes all the permits, or none if there are not so many. */
    public Decision tryAcquire(String key, long permits) {
        return store.chargeNow(key, limit, permits);
    }

    public CompletionStage<Decision> tryAcquireAsync(String key) {
        return tryAcquireAsync(key, 1);
    }

    public CompletionStage<Decision> tryAcquireAsync(String key, long permits) {
        return store.charge(List.of(Charge.of(key, limit, permits)))
                .thenApply(answer -> answer.decisions().get(0));
    }

    /** How many permits could be taken now. */
    public long remaining(String key) {
        return remainingAsync(key).toCompletableFuture().join();
    }

    public CompletionStage<Long> remainingAsync(String key) {
        return store.peek(List.of(Charge.of(key, limit)))
                .thenApply(decisions -> decisions.get(0).remaining());
    }

    /** Forgets all that the key has taken. */
    public void reset(String key) {
        resetAsync(key).toCompletableFuture().join();
    }

    public CompletionStage<Void> resetAsync(String key) {
        return store.forget(Charge.of(key, limit));
    }
}
