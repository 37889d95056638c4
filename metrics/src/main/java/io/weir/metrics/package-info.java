/**
 * Micrometer meters and observations of a gate's decisions, by rule. Meters of stores and lists of subjects have their
 * own packages.
 */
@NullMarked
package io.weir.metrics;

import org.jspecify.annotations.NullMarked;
