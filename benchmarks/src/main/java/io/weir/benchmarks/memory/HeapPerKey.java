package io.weir.benchmarks.memory;

import io.weir.benchmarks.memory.Contender.Numbers;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;

/** Measures the heap that a key takes, including its own characters, after a million keys were checked. */
final class HeapPerKey {

    private static final int KEYS = 1_000_000;

    private HeapPerKey() {}

    static double of(Contender contender) {
        long before = usedBytes();
        Limiters limiters = contender.limiters(Numbers.SLOW);
        try {
            for (int i = 0; i < KEYS; i++) {
                limiters.check(Keys.number(i));
            }
            return (double) (usedBytes() - before) / KEYS;
        } finally {
            Reference.reachabilityFence(limiters);
        }
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
