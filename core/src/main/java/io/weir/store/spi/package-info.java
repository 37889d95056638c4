/**
 * Building blocks for authors of a {@link io.weir.store.Store} or of a decorator: deciding the charges of a call
 * together, and encoding keys. These types are no promise to users and may change in any release.
 */
@NullMarked
package io.weir.store.spi;

import org.jspecify.annotations.NullMarked;
