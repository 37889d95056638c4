package io.weir.benchmarks.siege;

/**
 * What is left of a service when its attackers have hung up, as the table shows it.
 *
 * @param heap megabytes used after a collection, and the most it may use
 * @param resident megabytes of the process
 * @param descriptors before and after
 */
record Aftermath(String heap, String resident, String descriptors, String alive) {

    /** Of two nodes: what the first holds, and whether both are alive. */
    Aftermath and(Aftermath other) {
        boolean same = alive.equals(other.alive);
        return new Aftermath(heap, resident, descriptors, same ? alive : alive + "; the other node: " + other.alive);
    }
}
