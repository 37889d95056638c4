/**
 * The {@code ratelimit} endpoint of the actuator and the health of the store. No other package may depend on this one,
 * since an application need not have the actuator. This package is internal: its types may change in any release.
 */
@NullMarked
package io.weir.spring.internal.actuator;

import org.jspecify.annotations.NullMarked;
