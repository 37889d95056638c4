/** Floods against a running service: what it answers meanwhile, what it holds, and whether it is alive afterwards. */
@NullMarked
package io.weir.benchmarks.siege;

import org.jspecify.annotations.NullMarked;
