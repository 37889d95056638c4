package io.weir.spring.internal.gate;

import io.weir.policy.Gate;
import io.weir.policy.GateListener;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.policy.spi.CheckTracer;
import io.weir.store.Store;

/** The observers of all gates of the application. */
public record GateObservers(GateListener listener, CheckTracer tracer) {

    Gate gate(Policy policy, Store store) {
        return new Gate(policy, store, listener, tracer);
    }

    /** Creates a gate for a part of the policy; only its verdicts are observed, not changes of its policy. */
    public Gate gateOfPart(Policy policy, Store store) {
        return new Gate(policy, store, this::judged, tracer);
    }

    private void judged(Verdict verdict) {
        listener.judged(verdict);
    }
}
