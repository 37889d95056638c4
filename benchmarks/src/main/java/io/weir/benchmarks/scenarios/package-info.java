/** Draws what Prometheus records of the scenarios of weir bench. The scenarios themselves live in io.weir.bench. */
@NullMarked
package io.weir.benchmarks.scenarios;

import org.jspecify.annotations.NullMarked;
