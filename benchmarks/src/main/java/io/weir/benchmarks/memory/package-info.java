/** Measures limiters in one process beside each other. No network is involved here. */
@NullMarked
package io.weir.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
