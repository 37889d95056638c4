/** Measures what a filter with five limits adds to a request. A server is not part of the measurement. */
@NullMarked
package io.weir.benchmarks.filter;

import org.jspecify.annotations.NullMarked;
