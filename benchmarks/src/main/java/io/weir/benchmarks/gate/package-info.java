/** Measures what a verdict on a request costs. No store but memory is measured here. */
@NullMarked
package io.weir.benchmarks.gate;

import org.jspecify.annotations.NullMarked;
