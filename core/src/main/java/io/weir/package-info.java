/** Rate limiting in a few lines: {@link io.weir.RateLimiter}. */
@NullMarked
package io.weir;

import org.jspecify.annotations.NullMarked;
