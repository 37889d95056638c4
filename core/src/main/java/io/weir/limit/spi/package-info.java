/**
 * The states that a store keeps for its counters, one kind for each kind of limit, and the notation of durations. These
 * types are no promise to users and may change in any release.
 */
@NullMarked
package io.weir.limit.spi;

import org.jspecify.annotations.NullMarked;
