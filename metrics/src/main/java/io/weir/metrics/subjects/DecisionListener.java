package io.weir.metrics.subjects;

import io.weir.policy.GateListener;
import io.weir.policy.Verdict;
import io.weir.policy.spi.Observed;

/** Receives every decided request, whether a gate or another frontend of the same stores has decided it. */
@FunctionalInterface
public interface DecisionListener extends GateListener {

    void decided(Observed request);

    @Override
    default void judged(Verdict verdict) {
        decided(verdict);
    }
}
