/**
 * Decorators around a shared store, each for one kind of failure, so that callers get a decision even if the store
 * fails. They work with any store and know nothing about Redis; {@link io.weir.failure.Safeguards} combines them.
 */
@NullMarked
package io.weir.failure;

import org.jspecify.annotations.NullMarked;
