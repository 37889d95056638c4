/**
 * The connection to Redis: addresses, reconnecting, timeouts, and the topology behind an address. No arithmetic of limits lives
 * here. This package is no promise to users and may change at any time.
 */
@NullMarked
package io.weir.redis.internal.link;

import org.jspecify.annotations.NullMarked;
