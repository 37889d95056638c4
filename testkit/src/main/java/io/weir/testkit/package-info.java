/**
 * The contract that every {@link io.weir.store.Store} must pass, and tools for tests of stores: timelines, threads, a steady overload.
 * Contracts of other types have packages of their own.
 */
@NullMarked
package io.weir.testkit;

import org.jspecify.annotations.NullMarked;
