/**
 * The compared limiters on Redis. Nothing here measures them.
 */
@NullMarked
package io.weir.benchmarks.redis.limiter;

import org.jspecify.annotations.NullMarked;
