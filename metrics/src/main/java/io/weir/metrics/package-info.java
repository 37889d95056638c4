/**
 * Micrometer meters and observations of the decisions of a gate, by rule. Meters of stores and lists of subjects have packages of
 * their own.
 */
@NullMarked
package io.weir.metrics;

import org.jspecify.annotations.NullMarked;
