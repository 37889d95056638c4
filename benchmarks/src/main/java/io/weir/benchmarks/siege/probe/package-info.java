/**
 * Callers at a fixed pace, which measure how a service answers while it is attacked. Nothing here attacks.
 */
@NullMarked
package io.weir.benchmarks.siege.probe;

import org.jspecify.annotations.NullMarked;
