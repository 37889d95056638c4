/** Measures Weir beside its rivals: the parts that all benchmarks share. A benchmark lives in a package below this one. */
@NullMarked
package io.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
