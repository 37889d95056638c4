package io.weir.policy;

import io.weir.policy.Dimension.Kind;
import io.weir.policy.Match.Callers;
import java.util.Set;

/** When rules are asked: those that need not know who the caller is can be before anybody has found out. */
public enum Stage {
    BEFORE_AUTHENTICATION,
    AFTER_AUTHENTICATION,

    /** Both at once, for those who know the caller from the start. */
    WHOLE;

    private static final Set<Kind> READ_THE_CALLER = Set.of(Kind.USER, Kind.TENANT, Kind.CLAIM, Kind.CALLER);

    /** The earliest for a rule, by what it reads. */
    static Stage of(Rule rule) {
        boolean late = rule.match().callers() != Callers.ALL
                || !rule.match().tiers().isEmpty()
                || rule.per().dimensions().stream().map(Dimension::kind).anyMatch(READ_THE_CALLER::contains);
        return late ? AFTER_AUTHENTICATION : BEFORE_AUTHENTICATION;
    }

    boolean includes(Stage ofRule) {
        return this == WHOLE || this == ofRule;
    }
}
