package io.weir.benchmarks.siege;

import io.weir.benchmarks.siege.probe.ProbeTally;

/**
 * A row of the table.
 *
 * @param admitted what was admitted against what is allowed, where that is counted
 * @param perSecond what the attack got answered in a second, or had done
 */
record FloodResult(
        Flood flood,
        String admitted,
        ProbeTally idle,
        ProbeTally flooded,
        double perSecond,
        Aftermath aftermath,
        String remarks) {}
