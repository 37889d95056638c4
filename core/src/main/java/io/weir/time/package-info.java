/**
 * Clocks and timers: those of the system, and {@link io.weir.time.ManualTime} for tests. No other package reads the
 * clock by itself.
 */
@NullMarked
package io.weir.time;

import org.jspecify.annotations.NullMarked;
