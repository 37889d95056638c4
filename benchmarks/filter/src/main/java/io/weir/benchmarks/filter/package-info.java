/** What a filter with five limits adds to a request. */
@NullMarked
package io.weir.benchmarks.filter;

import org.jspecify.annotations.NullMarked;
