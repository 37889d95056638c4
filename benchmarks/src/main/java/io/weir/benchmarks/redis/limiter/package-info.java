/**
 * The ways to keep a limit in Redis that are compared. Nothing here measures them.
 */
@NullMarked
package io.weir.benchmarks.redis.limiter;

import org.jspecify.annotations.NullMarked;
