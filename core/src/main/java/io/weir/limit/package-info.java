/**
 * The five algorithms: their arithmetic as pure functions on immutable states, and the decisions that it makes. Clocks,
 * counters and stores do not belong here.
 */
@NullMarked
package io.weir.limit;

import org.jspecify.annotations.NullMarked;
