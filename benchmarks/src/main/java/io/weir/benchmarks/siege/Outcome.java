package io.weir.benchmarks.siege;

/**
 * A row of the table.
 *
 * @param admitted what was admitted against what is allowed, where that is counted
 * @param perSecond what the attack got answered in a second, or had done
 */
record Outcome(
        Flood flood,
        String admitted,
        Probed idle,
        Probed flooded,
        double perSecond,
        Aftermath aftermath,
        String remarks) {}
