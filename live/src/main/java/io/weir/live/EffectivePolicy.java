package io.weir.live;

import io.weir.policy.Mode;
import io.weir.policy.Policy;
import io.weir.policy.Rule;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.Mistake;
import io.weir.policyfile.OwnLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is to be in force, made of what is written and what is set beside it.
 *
 * @param ignored which switches do nothing, and why: such as those of rules that are gone
 * @param until when it is another one by itself, since an override ends
 */
record EffectivePolicy(Policy policy, List<String> ignored, Optional<Instant> until) {

    static EffectivePolicy of(Policy written, Switches switches, Instant now) {
        List<String> ignored = new ArrayList<>();
        List<Rule> rules = written.rules().stream()
                .map(rule -> Optional.ofNullable(switches.modes().get(rule.name()))
                        .map(rule::withMode)
                        .orElse(rule))
                .toList();
        switches.modes().keySet().stream()
                .filter(name -> rules.stream().noneMatch(rule -> rule.name().equals(name)))
                .forEach(name -> ignored.add("the mode of " + name + " does nothing: there is no such rule"));
        List<SubjectOverride> current = switches.withoutThoseOver(now).overrides();
        OwnLimits limits = new OwnLimits(written.withRules(rules));
        current.forEach(override -> add(override, limits, ignored));
        Mode most = written.mode().and(switches.mode());
        return new EffectivePolicy(
                limits.policy().withMode(most),
                List.copyOf(ignored),
                current.stream().map(SubjectOverride::until).min(Instant::compareTo));
    }

    private static void add(SubjectOverride override, OwnLimits limits, List<String> ignored) {
        try {
            addTo(limits, override);
        } catch (InvalidPolicyException useless) {
            String why = useless.mistakes().stream().map(Mistake::message).collect(Collectors.joining("; "));
            ignored.add("the override of " + override.whom() + " does nothing: " + why);
        }
    }

    /** Throws an {@link InvalidPolicyException} if it would do nothing. */
    static void addTo(OwnLimits limits, SubjectOverride override) {
        override.rule()
                .ifPresentOrElse(
                        rule -> limits.add(override.subject(), override.limit(), rule),
                        () -> limits.add(override.subject(), override.limit()));
    }
}
