/** What it costs to measure a check. */
@NullMarked
package io.weir.benchmarks.metrics;

import org.jspecify.annotations.NullMarked;
