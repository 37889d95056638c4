package io.weir.benchmarks.siege;

/**
 * What is left of a service when its attackers have hung up, as the table shows it.
 *
 * @param heap megabytes used after a collection, and the most it may use
 * @param resident megabytes of the process
 * @param descriptors before and after
 */
record Aftermath(String heap, String resident, String descriptors, String alive) {}
