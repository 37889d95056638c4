/** What a verdict on a request costs. */
@NullMarked
package io.weir.benchmarks.gate;

import org.jspecify.annotations.NullMarked;
