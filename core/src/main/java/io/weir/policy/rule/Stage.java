package io.weir.policy.rule;

import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match.CallerKind;
import java.util.Set;
import java.util.stream.Stream;

/** The time at which a rule is checked. Rules that do not depend on the caller can be checked before authentication. */
public enum Stage {
    BEFORE_AUTHENTICATION,
    AFTER_AUTHENTICATION,

    /** Both stages at once, if the caller is known from the beginning. */
    WHOLE;

    private static final Set<Kind> READ_THE_CALLER = Set.of(Kind.USER, Kind.TENANT, Kind.CLAIM, Kind.CALLER);

    /**
     * Returns the earliest stage at which everything is known that the rule reads. Facts are known from the beginning;
     * a rule on a fact that depends on the caller has to name callers as well.
     */
    public static Stage of(Rule rule) {
        boolean late = rule.match().callers() != CallerKind.ALL
                || !rule.match().tiers().isEmpty()
                || Stream.concat(rule.per().dimensions().stream(), rule.distinct().stream())
                        .map(Dimension::kind)
                        .anyMatch(READ_THE_CALLER::contains);
        return late ? AFTER_AUTHENTICATION : BEFORE_AUTHENTICATION;
    }

    /** Returns whether rules of the given stage are checked at this one. */
    public boolean includes(Stage ofRule) {
        return this == WHOLE || this == ofRule;
    }
}
