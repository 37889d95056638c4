package io.weir.service.api;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.Policy;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The default limits, which decide keys for which the policy in force has no rule. They are policies like any other: each
 * algorithm has one rule, which has the name of the algorithm and counts plain keys.
 */
public final class BuiltInPolicy {

    /** The rules of all algorithms. */
    public static final Policy ALL =
            Policy.of(Arrays.stream(Algorithm.values()).map(BuiltInPolicy::rule).toList());

    private static final Map<Mode, Map<Algorithm, Policy>> OF_ONE_ALGORITHM = new EnumMap<>(Mode.class);

    static {
        for (Mode mode : Mode.values()) {
            Map<Algorithm, Policy> policies = new EnumMap<>(Algorithm.class);
            for (Algorithm algorithm : Algorithm.values()) {
                policies.put(algorithm, Policy.of(rule(algorithm)).withMode(mode));
            }
            OF_ONE_ALGORITHM.put(mode, policies);
        }
    }

    private BuiltInPolicy() {}

    private static Rule rule(Algorithm algorithm) {
        return Rule.of(algorithm.yamlName(), limit(algorithm))
                .matching(Match.key("*"))
                .per(CountBy.PLAIN_KEY);
    }

    private static Limit limit(Algorithm algorithm) {
        return switch (algorithm) {
            case TOKEN_BUCKET -> Limit.tokenBucket(Rate.perSecond(10)).withCapacity(100);
            case LEAKY_BUCKET -> Limit.leakyBucket(Rate.perSecond(10), 100);
            case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_WINDOW_COUNTER -> algorithm.limit(Rate.perMinute(100));
        };
    }

    /** The policy with the rule of one algorithm, in the mode of the policy in force. */
    static Policy of(Algorithm algorithm, Mode mode) {
        return Objects.requireNonNull(
                Objects.requireNonNull(OF_ONE_ALGORITHM.get(mode)).get(algorithm));
    }
}
