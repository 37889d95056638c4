package io.weir.service.envoy.decide;

import io.weir.limit.Decision;
import io.weir.policyfile.internal.envoy.Counting;
import io.weir.policyfile.internal.envoy.DeniedHits;
import io.weir.policyfile.internal.envoy.DescriptorLimit;
import io.weir.policyfile.internal.envoy.DescriptorLimit.Manner;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.OnFailure;
import io.weir.store.Receipt.Taken;
import io.weir.store.Scope;
import java.util.List;

/**
 * A descriptor of a request with the limit that matches it, ready to be charged to a store.
 *
 * @param at the index of the descriptor in its request
 * @param key the name of the counter
 */
record DescriptorCharge(int at, DescriptorLimit limit, Counting counting, String key, HitsAddend hits) {

    boolean takes() {
        return hits.kind() == HitsAddend.Kind.TAKE;
    }

    /** Adds the charges that take the hits: one charge, or two on the same counter if the hits can never fit. */
    void addTo(List<Charge> charges, DeniedHits deniedHits) {
        Effect effect = effect(deniedHits);
        charges.add(charge(countable(), effect));
        if (neverFits()) {
            charges.add(charge(1, effect));
        }
    }

    /** The number of charges that {@link #addTo} adds. */
    int charges() {
        return neverFits() ? 2 : 1;
    }

    private boolean neverFits() {
        return hits.count() > countable() && !counting.overdraws();
    }

    private long countable() {
        return Math.min(hits.count(), counting.mostHits());
    }

    /** The charge with which a store reads the counter. */
    Charge look() {
        return charge(1, Effect.ENFORCED);
    }

    private Charge charge(long cost, Effect effect) {
        OnFailure onFailure = limit.manner() == Manner.ENFORCED || limit.onFailure() != OnFailure.CLOSED
                ? limit.onFailure()
                : OnFailure.LOCAL;
        return new Charge(key, counting.limit(), cost, effect, onFailure, Scope.SHARED, counting.rule());
    }

    /** Where denied hits are free, only a limit that always denies the request may be enforced by the store. */
    private Effect effect(DeniedHits deniedHits) {
        if (deniedHits == DeniedHits.COUNTED || counting.overdraws()) {
            return Effect.COUNTED;
        }
        return limit.manner() == Manner.ENFORCED ? Effect.ENFORCED : Effect.SHADOW;
    }

    /** The outcome after the charges were decided; {@code first} is the index of their first decision. */
    DescriptorOutcome taken(List<Decision> decisions, int first) {
        int last = first + charges() - 1;
        boolean isOver = counting.isOver(decisions.get(first)) || counting.isOver(decisions.get(last));
        return new DescriptorOutcome.Counted(limit, counting, decisions.get(last), isOver, 0);
    }

    /** The outcome of reading the counter without taking anything. */
    DescriptorOutcome read(Decision decision) {
        boolean isOver = hits.kind() != HitsAddend.Kind.GIVE_BACK && counting.isExhausted(decision);
        return new DescriptorOutcome.Counted(
                limit, counting, decision, isOver, hits.kind() == HitsAddend.Kind.GIVE_BACK ? hits.count() : 0);
    }

    /** The hits to give back, as if they had been taken just before the decision. */
    Taken returned(Decision decision) {
        Effect effect = counting.overdraws() ? Effect.COUNTED : Effect.ENFORCED;
        return new Taken(charge(countable(), effect), decision.state(), decision.degraded());
    }
}
