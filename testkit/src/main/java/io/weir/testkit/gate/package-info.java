/**
 * The contract that {@link io.weir.policy.Gate} must keep on every store. Contracts of the store itself are in
 * {@code io.weir.testkit}.
 */
@NullMarked
package io.weir.testkit.gate;

import org.jspecify.annotations.NullMarked;
