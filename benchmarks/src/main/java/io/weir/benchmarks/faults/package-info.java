/** Causes random faults of Redis under load, and checks that no limit is exceeded. Weir is not compared with rivals here. */
@NullMarked
package io.weir.benchmarks.faults;

import org.jspecify.annotations.NullMarked;
