package io.weir.service;

import io.weir.redis.RedisStore;
import java.util.Optional;

/** The connection to Redis, if there is one, for counters and for the policy. The store closes it. */
record SharedRedis(Optional<RedisStore> store) {}
