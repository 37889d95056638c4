package io.weir.service.envoy;

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
 * A descriptor of a request with the limit it has met, which a store has to be asked for.
 *
 * @param at its place among the descriptors
 * @param key names the counter
 */
record Item(int at, DescriptorLimit limit, Counting counting, String key, Hits hits) {

    boolean takes() {
        return hits.kind() == Hits.Kind.TAKE;
    }

    /** Adds what asks a store to take the hits: one charge, or two on the same counter if there is no way that they fit. */
    void addTo(List<Charge> charges, DeniedHits deniedHits) {
        Effect effect = effect(deniedHits);
        charges.add(charge(countable(), effect));
        if (neverFits()) {
            charges.add(charge(1, effect));
        }
    }

    /** How many charges that are. */
    int charges() {
        return neverFits() ? 2 : 1;
    }

    private boolean neverFits() {
        return hits.count() > countable() && !counting.overdraws();
    }

    private long countable() {
        return Math.min(hits.count(), counting.mostHits());
    }

    /** What asks a store how the counter stands. */
    Charge look() {
        return charge(1, Effect.ENFORCED);
    }

    private Charge charge(long cost, Effect effect) {
        OnFailure onFailure = limit.manner() == Manner.ENFORCED || limit.onFailure() != OnFailure.CLOSED
                ? limit.onFailure()
                : OnFailure.LOCAL;
        return new Charge(key, counting.limit(), cost, effect, onFailure, Scope.SHARED, counting.rule());
    }

    /** Where denied hits are free, only what always denies the request may do so by itself. */
    private Effect effect(DeniedHits deniedHits) {
        if (deniedHits == DeniedHits.COUNTED || counting.overdraws()) {
            return Effect.COUNTED;
        }
        return limit.manner() == Manner.ENFORCED ? Effect.ENFORCED : Effect.SHADOW;
    }

    /** How it stands after its charges were decided, the first of them there among all decisions. */
    Standing taken(List<Decision> decisions, int first) {
        int last = first + charges() - 1;
        boolean isOver = counting.isOver(decisions.get(first)) || counting.isOver(decisions.get(last));
        return new Standing.Counted(limit, counting, decisions.get(last), isOver, 0);
    }

    /** How it stands to who takes nothing. */
    Standing seen(Decision decision) {
        boolean isOver = hits.kind() != Hits.Kind.GIVE_BACK && counting.isExhausted(decision);
        return new Standing.Counted(
                limit, counting, decision, isOver, hits.kind() == Hits.Kind.GIVE_BACK ? hits.count() : 0);
    }

    /** What is to be given back, as if it had been taken just before that decision. */
    Taken returned(Decision decision) {
        Effect effect = counting.overdraws() ? Effect.COUNTED : Effect.ENFORCED;
        return new Taken(charge(countable(), effect), decision.state(), decision.degraded());
    }
}
