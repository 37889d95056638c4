/** Limiters in one process beside each other. */
@NullMarked
package io.weir.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
