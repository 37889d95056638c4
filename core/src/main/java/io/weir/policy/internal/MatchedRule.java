package io.weir.policy.internal;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;
import io.weir.store.Charge;
import io.weir.store.Effect;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A rule that matches a request, the subject that it counts, and its charge.
 *
 * @param seen the charge that tells whether the value was counted already, of a rule with {@link Rule#distinct}; null
 *     if each request counts
 */
public record MatchedRule(
        Rule rule,
        Subject subject,
        Charge charge,
        Consequence consequence,
        @Nullable Charge seen) {

    private static final String LOCK = "#lock";
    private static final String FAILED = "#failed";

    public boolean isEnforced() {
        return consequence == Consequence.DENIED;
    }

    public boolean isChallenging() {
        return consequence == Consequence.CHALLENGED;
    }

    /** Returns whether charging the rule and telling whether it denies is all that has to be done. */
    boolean isPlain() {
        return rule.then() instanceof Then.Deny && seen == null;
    }

    /** Returns whether the rule locks its subjects. */
    public boolean locks() {
        return rule.then() instanceof Then.Lock;
    }

    /** Returns the charge that begins the lock of a subject, and does not fit while one lasts. */
    public Charge lock() {
        return lock(charge, ((Then.Lock) rule.then()).time());
    }

    /** Returns the charge that begins a lock of this time for the subject of a charge. */
    public static Charge lock(Charge charge, Duration time) {
        return beside(charge, LOCK, Limit.tokenBucket(Rate.of(1, time)), 1);
    }

    /** Returns the charge that counts a request which has failed, of a rule that counts certain responses only. */
    public Charge failed() {
        return failed(charge);
    }

    /** Returns the charge that counts a failure of the subject of a charge. */
    public static Charge failed(Charge charge) {
        return beside(charge, FAILED, charge.limit(), charge.cost());
    }

    private static Charge beside(Charge charge, String name, Limit limit, long cost) {
        return new Charge(
                charge.key(), limit, cost, Effect.ENFORCED, charge.onFailure(), charge.scope(), charge.rule() + name);
    }

    /** Returns the same match under another name of its rule. */
    public MatchedRule named(String name) {
        return new MatchedRule(rule.named(name), subject, charge, consequence, seen);
    }

    /** Returns the same match, decided by the lock of the subject. */
    public MatchedRule locked() {
        return new MatchedRule(rule, subject, lock(), consequence, null);
    }

    public boolean isLocked() {
        return charge.rule().endsWith(LOCK);
    }

    /** Returns the same match for a value that was counted already. */
    public MatchedRule alreadySeen() {
        return new MatchedRule(rule, subject, charge.withEffect(Effect.FREE), consequence, null);
    }

    /** Returns the same match for a value that must not be remembered, since there is no room for it in the limit. */
    public MatchedRule withoutValue() {
        return new MatchedRule(rule, subject, charge, consequence, null);
    }

    /** Returns the same match, with a charge that is free for retries if the rule makes them free. */
    MatchedRule withFreeRetries() {
        return rule.idempotent() && charge.effect() != Effect.FREE
                ? new MatchedRule(
                        rule, subject, charge.withEffect(charge.effect().once()), consequence, seen)
                : this;
    }
}
