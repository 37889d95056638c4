package io.weir.benchmarks.faults;

/**
 * A fault of a Redis.
 *
 *
 * @param lossOfCounters whether counters may be lost
 */
record Trouble(String name, Runnable strike, Runnable heal, boolean lossOfCounters) {

    static Trouble momentary(String name, Runnable strike, boolean lossOfCounters) {
        return new Trouble(name, strike, () -> {}, lossOfCounters);
    }
}
