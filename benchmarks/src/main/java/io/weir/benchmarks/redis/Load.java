package io.weir.benchmarks.redis;

/** What is asked of a contender. */
record Load(KeySet keys, Network network, int inFlight) {

    @Override
    public String toString() {
        return keys.label() + ", " + network.label() + ", " + inFlight + " in flight";
    }
}
