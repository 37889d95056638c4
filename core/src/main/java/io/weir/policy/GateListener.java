package io.weir.policy;

/** Receives the events of a gate. Methods run on the thread of the check, so they must be fast and thread-safe. */
@FunctionalInterface
public interface GateListener {

    /** Called for every request, including requests that match no rule. */
    void judged(Verdict verdict);

    /** Called when a policy comes into force, including the first one. */
    default void governed(Policy policy) {}

    /**
     * Called if a caller has a tier that the policy does not know, and is therefore treated as the lowest tier. Called
     * before {@link #judged}.
     */
    default void unknownTier(String tier) {}

    /**
     * Called if the policy is in shadow mode and a request would be denied because of a block. Called before
     * {@link #judged}.
     */
    default void wouldBlock(BlockedSubject block) {}

    /** Returns a listener that calls both, this one first. */
    default GateListener and(GateListener other) {
        GateListener first = this;
        return new GateListener() {
            @Override
            public void judged(Verdict verdict) {
                first.judged(verdict);
                other.judged(verdict);
            }

            @Override
            public void unknownTier(String tier) {
                first.unknownTier(tier);
                other.unknownTier(tier);
            }

            @Override
            public void wouldBlock(BlockedSubject block) {
                first.wouldBlock(block);
                other.wouldBlock(block);
            }

            @Override
            public void governed(Policy policy) {
                first.governed(policy);
                other.governed(policy);
            }
        };
    }
}
