/**
 * Reads policies from YAML files and reports all mistakes of a policy at once. Syntax trees, the readers of single
 * parts, Envoy's files and configuration properties are internal packages; matching and counting belong to
 * {@code io.weir.policy}.
 */
@NullMarked
package io.weir.policyfile;

import org.jspecify.annotations.NullMarked;
