/**
 * Counters in Redis or Valkey, decided by scripts that repeat the arithmetic of the limits. {@link io.weir.redis.RedisStore} is the
 * only type that users need; everything else lives in {@code internal} packages.
 */
@NullMarked
package io.weir.redis;

import org.jspecify.annotations.NullMarked;
