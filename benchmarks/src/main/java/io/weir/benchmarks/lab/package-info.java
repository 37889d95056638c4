/** How many lines per second {@code weir simulate} reads and decides, beside the usual tools for logs. */
@NullMarked
package io.weir.benchmarks.lab;

import org.jspecify.annotations.NullMarked;
