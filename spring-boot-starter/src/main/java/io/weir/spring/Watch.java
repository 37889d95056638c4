package io.weir.spring;

import io.weir.policy.CheckTracer;
import io.weir.policy.Gate;
import io.weir.policy.GateListener;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.store.Store;

/** Who sees what gates do. */
record Watch(GateListener listener, CheckTracer tracer) {

    Gate gate(Policy policy, Store store) {
        return new Gate(policy, store, listener, tracer);
    }

    /** Another one, of which only verdicts are told: its policy is a part of the whole one. */
    Gate partOfIt(Policy policy, Store store) {
        return new Gate(policy, store, this::judged, tracer);
    }

    private void judged(Verdict verdict) {
        listener.judged(verdict);
    }
}
