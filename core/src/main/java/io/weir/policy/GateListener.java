package io.weir.policy;

/** Is told what a gate does, on the thread that does it, and has to be quick. */
@FunctionalInterface
public interface GateListener {

    /** Of every request, also of one that met no rule. */
    void judged(Verdict verdict);

    /** From now on that is the policy; told of the first one as well. */
    default void governed(Policy policy) {}

    /** A caller was given a tier that the policy does not have, and so has the lowest one; told before {@link #judged}. */
    default void unknownTier(String tier) {}

    /** Both, this one first. */
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
            public void governed(Policy policy) {
                first.governed(policy);
                other.governed(policy);
            }
        };
    }
}
