/**
 * Compares limiters that share their counters in Redis, with Redis alone on one core. The compared limiters
 * live in limiter.
 */
@NullMarked
package io.weir.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
