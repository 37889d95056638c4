package io.weir.policy;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import java.util.Locale;

/**
 * What one rule says of a request.
 *
 * @param cost what the request costs under this rule
 * @param enforced whether what it says counts, or is only watched
 */
public record Ruling(String rule, Subject subject, Limit limit, long cost, boolean enforced, Decision decision) {

    public boolean allowed() {
        return decision.allowed();
    }

    /** The permits that were left before the request. */
    public long before() {
        return decision.allowed() ? decision.remaining() + cost : decision.remaining();
    }

    /** How much of the limit is left, from 0 to 1. */
    public double partLeft() {
        return (double) decision.remaining() / decision.limit();
    }

    /** {@code login-per-ip: denied, 0 of 10 left for ip:1.2.3.4 (10/min), opens in 6 s}. */
    @Override
    public String toString() {
        String verdict = allowed() ? "allowed" : enforced ? "denied" : "would deny";
        String opens = allowed() ? "" : String.format(Locale.ROOT, ", opens in %s", decision.retryAfter());
        return String.format(
                Locale.ROOT,
                "%s: %s, %,d of %,d left for %s (%s)%s%s",
                rule,
                verdict,
                decision.remaining(),
                decision.limit(),
                subject,
                limit,
                opens,
                decision.degraded() ? ", decided without the shared store" : "");
    }
}
