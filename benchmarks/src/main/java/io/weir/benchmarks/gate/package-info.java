/** Measures the cost of a verdict on a request, with counters in memory only. */
@NullMarked
package io.weir.benchmarks.gate;

import org.jspecify.annotations.NullMarked;
