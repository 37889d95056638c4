package io.weir.benchmarks.siege;

import io.weir.benchmarks.siege.probe.ProbeTally;

/**
 * A row of the table.
 *
 *
 * @param admitted the admitted requests beside the allowed ones, where they are counted
 *
 * @param perSecond the responses to the attack per second
 */
record FloodResult(
        Flood flood,
        String admitted,
        ProbeTally idle,
        ProbeTally flooded,
        double perSecond,
        Aftermath aftermath,
        String remarks) {}
