/** Weir beside its rivals. */
@NullMarked
package io.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
