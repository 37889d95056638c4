/**
 * Compares the service with other servers of rate limits, as processes on one core with the load on the other. Nothing here runs
 * the service in this process.
 */
@NullMarked
package io.weir.benchmarks.service;

import org.jspecify.annotations.NullMarked;
