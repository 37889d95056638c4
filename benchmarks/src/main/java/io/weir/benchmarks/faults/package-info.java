/** Everything that can happen to Redis, at random, under load. */
@NullMarked
package io.weir.benchmarks.faults;

import org.jspecify.annotations.NullMarked;
