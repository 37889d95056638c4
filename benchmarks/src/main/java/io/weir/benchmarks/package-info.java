/** The parts that all benchmarks share. Each benchmark lives in a package below this one. */
@NullMarked
package io.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
