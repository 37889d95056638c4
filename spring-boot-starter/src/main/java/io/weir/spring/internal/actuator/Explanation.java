package io.weir.spring.internal.actuator;

import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * How the rules would decide a request now.
 *
 * @param explanation the whole decision in one line
 * @param rules the decision of each rule that applies, in their order
 */
record Explanation(boolean allowed, String explanation, List<RuleDecision> rules) {

    /**
     * The decision of one rule.
     *
     * @param enforced false if the rule is in shadow mode
     * @param retryAfterSeconds the time until the rule would allow the request; 0 if it does now
     */
    record RuleDecision(
            String rule,
            String subject,
            String limit,
            long cost,
            boolean enforced,
            boolean allowed,
            long remaining,
            double retryAfterSeconds) {

        static RuleDecision of(Ruling ruling) {
            return new RuleDecision(
                    ruling.rule(),
                    ruling.subject().toString(),
                    ruling.limit().toString(),
                    ruling.cost(),
                    ruling.enforced(),
                    ruling.allowed(),
                    ruling.decision().remaining(),
                    ruling.decision().retryAfterMicros() / 1e6);
        }
    }

    /** @param verdict empty if no rule applies */
    static Explanation of(Optional<Verdict> verdict) {
        return verdict.map(known -> new Explanation(
                        known.allowed(),
                        known.explain(),
                        known.rulings().stream().map(RuleDecision::of).toList()))
                .orElseGet(() -> new Explanation(true, "no rule applies: the path is exempt or ambiguous", List.of()));
    }
}
