package io.weir.policy.internal;

import io.weir.policy.rule.Then;
import io.weir.store.Effect;

/** What becomes of a request that does not fit into the limit of a rule. */
public enum Consequence {
    DENIED(Effect.ENFORCED),

    /** The charge never denies, so that requests with other rules are decided by these. */
    CHALLENGED(Effect.SHADOW),

    /** Nothing: the rule is in shadow mode. */
    NONE(Effect.SHADOW);

    private final Effect effect;

    Consequence(Effect effect) {
        this.effect = effect;
    }

    static Consequence of(Then then) {
        return then instanceof Then.Challenge ? CHALLENGED : DENIED;
    }

    /** Returns the effect of the rule's charges. */
    Effect effect() {
        return effect;
    }
}
