package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.limiter.KeySet;
import io.weir.benchmarks.redis.limiter.Network;

/** The load on a contender. */
record RedisLoad(KeySet keys, Network network, int inFlight) {

    @Override
    public String toString() {
        return keys.label() + ", " + network.label() + ", " + inFlight + " in flight";
    }
}
