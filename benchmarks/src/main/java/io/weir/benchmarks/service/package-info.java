/** The service beside servers that do the same: processes on one core, the load on the other. */
@NullMarked
package io.weir.benchmarks.service;

import org.jspecify.annotations.NullMarked;
