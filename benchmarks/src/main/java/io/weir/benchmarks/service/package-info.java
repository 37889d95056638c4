/**
 * Measures the service beside servers that do the same, as processes on one core with the load on the other. Nothing here runs
 * the service in this process.
 */
@NullMarked
package io.weir.benchmarks.service;

import org.jspecify.annotations.NullMarked;
