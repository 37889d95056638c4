package io.weir.service;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.failure.Safeguards;
import io.weir.redis.RedisStore;
import java.util.Optional;

/**
 * The place of the counters.
 *
 * @param redis the address of a Redis, which may hold a password; empty for the memory of this process
 * @param safeguards the protection against a Redis that fails
 * @param closedStatus the status of denials that are made only because Redis does not answer
 */
public record StoreSettings(Optional<String> redis, Safeguards safeguards, HttpResponseStatus closedStatus) {

    public static final StoreSettings MEMORY = new StoreSettings(Optional.empty(), Safeguards.defaults());

    StoreSettings(Optional<String> redis, Safeguards safeguards) {
        this(redis, safeguards, HttpResponseStatus.TOO_MANY_REQUESTS);
    }

    public static StoreSettings redis(String uri) {
        return new StoreSettings(Optional.of(uri), Safeguards.defaults());
    }

    StoreSettings withClosedStatus(HttpResponseStatus status) {
        return new StoreSettings(redis, safeguards, status);
    }

    /** Leaves out the password. */
    @Override
    public String toString() {
        return redis.map(uri -> "redis at " + RedisStore.nameOf(uri)).orElse("memory");
    }
}
