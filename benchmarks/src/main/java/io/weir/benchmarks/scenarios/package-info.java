/** What the scenarios of {@code weir bench} look like in Prometheus, as pictures. */
@NullMarked
package io.weir.benchmarks.scenarios;

import org.jspecify.annotations.NullMarked;
