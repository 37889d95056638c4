/** Measures what it costs to measure a check. Only Weir is measured here, with and without meters. */
@NullMarked
package io.weir.benchmarks.metrics;

import org.jspecify.annotations.NullMarked;
