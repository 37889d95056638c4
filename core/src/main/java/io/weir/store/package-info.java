/**
 * The contract of a {@link io.weir.store.Store}: charges, their effects, answers and receipts. Implementations live in
 * other packages and modules; the arithmetic of limits lives in {@code io.weir.limit}.
 */
@NullMarked
package io.weir.store;

import org.jspecify.annotations.NullMarked;
