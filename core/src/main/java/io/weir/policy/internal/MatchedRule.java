package io.weir.policy.internal;

import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.store.Charge;

/** A rule that matches a request, the subject that it counts, and its charge. */
public record MatchedRule(Rule rule, Subject subject, Charge charge) {

    public boolean isEnforced() {
        return charge.effect().isEnforced();
    }

    /** Returns the same match, with a charge that is free for retries if the rule makes them free. */
    MatchedRule withFreeRetries() {
        return rule.idempotent()
                ? new MatchedRule(
                        rule, subject, charge.withEffect(charge.effect().once()))
                : this;
    }
}
