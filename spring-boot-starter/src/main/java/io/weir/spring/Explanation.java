package io.weir.spring;

import io.weir.policy.Ruling;
import io.weir.policy.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * What the rules would say of a request at present.
 *
 * @param explanation all of it in one line
 * @param rules what each rule says that the request meets, in their order
 */
record Explanation(boolean allowed, String explanation, List<RuleSays> rules) {

    /**
     * What one rule says.
     *
     * @param enforced whether that counts, or the rule only watches
     * @param retryAfterSeconds when the rule would let such a request through; 0 if it does now
     */
    record RuleSays(
            String rule,
            String subject,
            String limit,
            long cost,
            boolean enforced,
            boolean allowed,
            long remaining,
            double retryAfterSeconds) {

        static RuleSays of(Ruling ruling) {
            return new RuleSays(
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

    /** @param verdict empty if no rule is asked of such a request */
    static Explanation of(Optional<Verdict> verdict) {
        return verdict.map(known -> new Explanation(
                        known.allowed(),
                        known.explain(),
                        known.rulings().stream().map(RuleSays::of).toList()))
                .orElseGet(() -> new Explanation(
                        true, "no rule is asked: the path is exempt, or can be read in more than one way", List.of()));
    }
}
