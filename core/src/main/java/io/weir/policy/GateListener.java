package io.weir.policy;

/** Is told what a gate does, on the thread that does it, and has to be quick. */
@FunctionalInterface
public interface GateListener {

    /** Of every request, also of one that met no rule. */
    void judged(Verdict verdict);

    /** From now on that is the policy; told of the first one as well. */
    default void governed(Policy policy) {}

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
            public void governed(Policy policy) {
                first.governed(policy);
                other.governed(policy);
            }
        };
    }
}
