package io.weir.service;

import io.weir.redis.RedisStore;
import java.util.Optional;

/** The one connection to Redis, if there is any, for counters and for the policy; the store closes it. */
record SharedRedis(Optional<RedisStore> store) {}
