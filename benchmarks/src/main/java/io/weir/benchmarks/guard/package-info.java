/**
 * Measures API keys: what verifying one costs, what a million of them take, and what verifying adds to an evaluation of the
 * service.
 */
@NullMarked
package io.weir.benchmarks.guard;

import org.jspecify.annotations.NullMarked;
