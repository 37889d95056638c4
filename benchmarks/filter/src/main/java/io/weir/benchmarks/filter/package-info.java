/** Measures the time that a filter with five limits adds to a request, without a server. */
@NullMarked
package io.weir.benchmarks.filter;

import org.jspecify.annotations.NullMarked;
