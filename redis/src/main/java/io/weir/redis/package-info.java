/** Counters in Redis or Valkey, decided by scripts that are the twins of the limits' arithmetic. */
@NullMarked
package io.weir.redis;

import org.jspecify.annotations.NullMarked;
