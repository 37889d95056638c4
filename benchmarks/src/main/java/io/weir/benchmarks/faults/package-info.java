/** Disturbs Redis at random under load, and checks that no limit is exceeded. Nothing here compares Weir with others. */
@NullMarked
package io.weir.benchmarks.faults;

import org.jspecify.annotations.NullMarked;
