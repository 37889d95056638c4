/**
 * Compares two builds of the service, so that a change that makes it slower is noticed. Rivals are measured in other packages.
 */
@NullMarked
package io.weir.benchmarks.versions;

import org.jspecify.annotations.NullMarked;
