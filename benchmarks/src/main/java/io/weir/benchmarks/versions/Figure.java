package io.weir.benchmarks.versions;

/**
 * What one round of one build took.
 *
 * @param cpuMicros the processor time of the service for each call
 */
record Figure(double cpuMicros, double perSecond) {}
