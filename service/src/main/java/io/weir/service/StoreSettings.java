package io.weir.service;

import io.weir.failure.Safeguards;
import io.weir.redis.RedisStore;
import java.util.Optional;

/**
 * Where counters are kept.
 *
 * @param redis the address of a Redis, which may hold a password; empty for this process's memory
 * @param safeguards how to live with a Redis that may fail
 */
record StoreSettings(Optional<String> redis, Safeguards safeguards) {

    static final StoreSettings MEMORY = new StoreSettings(Optional.empty(), Safeguards.defaults());

    static StoreSettings redis(String uri) {
        return new StoreSettings(Optional.of(uri), Safeguards.defaults());
    }

    /** Says nothing of the password. */
    @Override
    public String toString() {
        return redis.map(uri -> "redis at " + RedisStore.nameOf(uri)).orElse("memory");
    }
}
