package io.weir.policy.internal;

import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.store.Charge;

/** A rule that a request meets, whom it counts then, and what it charges. */
public record MatchedRule(Rule rule, Subject subject, Charge charge) {

    public boolean isEnforced() {
        return charge.effect().isEnforced();
    }

    /** The same, with a charge that is free for retries if the rule says so. */
    MatchedRule withFreeRetries() {
        return rule.idempotent()
                ? new MatchedRule(
                        rule, subject, charge.withEffect(charge.effect().once()))
                : this;
    }
}
