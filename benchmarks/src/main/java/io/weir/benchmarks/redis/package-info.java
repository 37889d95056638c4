/**
 * Measures limits shared through Redis beside other ways to share them, with Redis alone on one core. The compared limiters
 * live in limiter.
 */
@NullMarked
package io.weir.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
