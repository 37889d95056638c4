/**
 * Two builds of the service beside each other, so that a change which makes it slower is seen. What rivals do is measured elsewhere.
 */
@NullMarked
package io.weir.benchmarks.versions;

import org.jspecify.annotations.NullMarked;
