/**
 * What other modules of Weir plug into a gate to trace and observe its checks. These types are no promise: they may change in any
 * release.
 */
@NullMarked
package io.weir.policy.spi;

import org.jspecify.annotations.NullMarked;
