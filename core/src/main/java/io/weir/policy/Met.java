package io.weir.policy;

import io.weir.store.Charge;
import io.weir.store.Effect;

/** A rule that a request meets, whom it counts then, and what it charges. */
record Met(Rule rule, Subject subject, Charge charge) {

    boolean isEnforced() {
        return charge.effect() == Effect.ENFORCED;
    }
}
