/**
 * The entry point for rate limiting in a few lines: {@link io.weir.RateLimiter}. Everything else here is private to its
 * waiting lines; policies and stores have their own packages.
 */
@NullMarked
package io.weir;

import org.jspecify.annotations.NullMarked;
