/** Stores around a shared store, so that its failing fails nobody: each does one thing, and works with any store. */
@NullMarked
package io.weir.failure;

import org.jspecify.annotations.NullMarked;
