package io.weir.policy;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.policy.rule.Subject;
import io.weir.policy.rule.Then;

/**
 * The decision of one rule on a request.
 *
 * @param cost what the request costs under this rule
 * @param enforced whether the decision counts for the verdict, or is only observed (shadow mode)
 * @param then what the rule does with a request that does not fit
 */
public record Ruling(
        String rule, Subject subject, Limit limit, long cost, boolean enforced, Decision decision, Then then) {

    /** Creates a ruling of a rule that denies. */
    public Ruling(String rule, Subject subject, Limit limit, long cost, boolean enforced, Decision decision) {
        this(rule, subject, limit, cost, enforced, decision, Then.DENY);
    }

    public boolean allowed() {
        return decision.allowed();
    }

    /** Returns how much of the limit is left, from 0 to 1. */
    public double partLeft() {
        return (double) decision.remaining() / decision.limit();
    }

    /** Returns a line such as {@code login-per-ip: denied, 0 of 10 left for ip:1.2.3.4 (10/min), opens in 6 s}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(96).append(rule).append(": ");
        text.append(allowed() ? "allowed" : enforced ? denied() : wouldDeny()).append(", ");
        grouped(decision.remaining(), text).append(" of ");
        grouped(decision.limit(), text).append(" left for ").append(subject);
        text.append(" (").append(limit).append(')');
        if (!allowed()) {
            text.append(", opens in ").append(decision.retryAfter());
        }
        return text.append(decision.degraded() ? ", decided without the shared store" : "")
                .toString();
    }

    private String denied() {
        return then instanceof Then.Challenge ? "asks for a challenge" : "denied";
    }

    private String wouldDeny() {
        return then instanceof Then.Challenge ? "would ask for a challenge" : "would deny";
    }

    /** Formats like {@code %,d} but without a formatter, because verdicts may be explained for every request. */
    private static StringBuilder grouped(long number, StringBuilder text) {
        if (number < 1_000) {
            return text.append(number);
        }
        long rest = number % 1_000;
        return grouped(number / 1_000, text)
                .append(rest < 10 ? ",00" : rest < 100 ? ",0" : ",")
                .append(rest);
    }
}
