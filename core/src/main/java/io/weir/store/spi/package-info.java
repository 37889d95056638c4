/**
 * Parts for those who write a {@link io.weir.store.Store} or a decorator of one: how the charges of a call are decided together, and
 * how keys are written. These types are no promise: they may change in any release.
 */
@NullMarked
package io.weir.store.spi;

import org.jspecify.annotations.NullMarked;
