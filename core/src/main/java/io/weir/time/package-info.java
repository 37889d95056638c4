/** Clocks and timers: the system's, and {@link io.weir.time.ManualTime} for tests. No other room reads the clock by itself. */
@NullMarked
package io.weir.time;

import org.jspecify.annotations.NullMarked;
