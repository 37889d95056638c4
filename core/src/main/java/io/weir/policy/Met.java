package io.weir.policy;

import io.weir.store.Charge;

/** A rule that a request meets, whom it counts then, and what it charges. */
record Met(Rule rule, Subject subject, Charge charge) {

    boolean isEnforced() {
        return charge.effect().isEnforced();
    }

    /** The same, with a charge that is free for retries if the rule says so. */
    Met withFreeRetries() {
        return rule.idempotent()
                ? new Met(rule, subject, charge.withEffect(charge.effect().once()))
                : this;
    }
}
