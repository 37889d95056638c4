/** Draws the scenarios of weir bench as Prometheus sees them. The scenarios themselves live in io.weir.bench. */
@NullMarked
package io.weir.benchmarks.scenarios;

import org.jspecify.annotations.NullMarked;
