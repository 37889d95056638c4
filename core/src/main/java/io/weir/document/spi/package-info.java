/**
 * A small text with a version, such as a policy, that several processes share and replace as a whole. Counters do not belong here
 * ({@link io.weir.store.Store} keeps them), nor does the meaning of the text; only the reading of JSON is shared here. These types are no promise: they may change in any
 * release.
 */
@NullMarked
package io.weir.document.spi;

import org.jspecify.annotations.NullMarked;
