package io.weir.benchmarks.versions;

/**
 * The result of one round of one build.
 *
 * @param cpuMicros the processor time of the service for each call
 */
record Figure(double cpuMicros, double perSecond) {}
