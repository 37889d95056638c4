/** Measures the cost of meters: Weir with and without them. */
@NullMarked
package io.weir.benchmarks.metrics;

import org.jspecify.annotations.NullMarked;
