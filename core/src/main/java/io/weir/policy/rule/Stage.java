package io.weir.policy.rule;

import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match.CallerKind;
import java.util.Set;

/** When rules are asked: those that need not know who the caller is can be before anybody has found out. */
public enum Stage {
    BEFORE_AUTHENTICATION,
    AFTER_AUTHENTICATION,

    /** Both at once, for those who know the caller from the start. */
    WHOLE;

    private static final Set<Kind> READ_THE_CALLER = Set.of(Kind.USER, Kind.TENANT, Kind.CLAIM, Kind.CALLER);

    /** The earliest for a rule, by what it reads. */
    public static Stage of(Rule rule) {
        boolean late = rule.match().callers() != CallerKind.ALL
                || !rule.match().tiers().isEmpty()
                || rule.per().dimensions().stream().map(Dimension::kind).anyMatch(READ_THE_CALLER::contains);
        return late ? AFTER_AUTHENTICATION : BEFORE_AUTHENTICATION;
    }

    /** Whether rules of a stage are asked at this one. */
    public boolean includes(Stage ofRule) {
        return this == WHOLE || this == ofRule;
    }
}
