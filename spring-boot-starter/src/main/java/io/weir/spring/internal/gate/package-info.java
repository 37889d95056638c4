/**
 * Creates the beans that every application needs, whatever its web stack: store, policy, gate and their observers.
 * Beans of one web stack, of annotated methods or of the actuator live in packages of their own. This package is
 * internal: its types may change in any release.
 */
@NullMarked
package io.weir.spring.internal.gate;

import org.jspecify.annotations.NullMarked;
