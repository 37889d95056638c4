/** Limits shared through Redis beside other ways to share them: one Redis on one core, the checks on the others. */
@NullMarked
package io.weir.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
