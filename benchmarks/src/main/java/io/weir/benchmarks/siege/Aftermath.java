package io.weir.benchmarks.siege;

/**
 * The state of a service after its attackers have hung up, as the table shows it.
 *
 *
 * @param heap megabytes used after a collection, and the most it may use
 *
 * @param resident megabytes of the process
 *
 * @param descriptors open file descriptors before and after
 */
record Aftermath(String heap, String resident, String descriptors, String alive) {

    /** The state of two nodes: the memory of the first, and whether both are alive. */
    Aftermath and(Aftermath other) {
        boolean same = alive.equals(other.alive);
        return new Aftermath(heap, resident, descriptors, same ? alive : alive + "; the other node: " + other.alive);
    }
}
