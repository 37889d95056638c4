package io.weir.live;

import io.weir.live.revision.RuntimeSettings;
import io.weir.live.revision.SubjectOverride;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.Mistake;
import io.weir.policyfile.internal.read.OwnLimits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The policy to put in force: the written one with runtime settings applied.
 *
 * @param ignored runtime settings that have no effect, each with the reason, such as that its rule no longer exists
 * @param until when the next override expires, so that the policy has to be computed again
 */
record EffectivePolicy(Policy policy, List<String> ignored, Optional<Instant> until) {

    static EffectivePolicy of(Policy written, RuntimeSettings runtime, Instant now) {
        List<String> ignored = new ArrayList<>();
        List<Rule> rules = written.rules().stream()
                .map(rule -> Optional.ofNullable(runtime.modes().get(rule.name()))
                        .map(rule::withMode)
                        .orElse(rule))
                .toList();
        runtime.modes().keySet().stream()
                .filter(name -> rules.stream().noneMatch(rule -> rule.name().equals(name)))
                .forEach(name -> ignored.add("the mode of " + name + " has no effect: there is no such rule"));
        List<SubjectOverride> current = runtime.withoutExpired(now).overrides();
        OwnLimits limits = new OwnLimits(written.withRules(rules));
        current.forEach(override -> add(override, limits, ignored));
        Mode most = written.mode().and(runtime.mode());
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
            ignored.add("the override of " + override.target() + " has no effect: " + why);
        }
    }

    /** Throws an {@link InvalidPolicyException} if the override would have no effect. */
    static void addTo(OwnLimits limits, SubjectOverride override) {
        override.rule()
                .ifPresentOrElse(
                        rule -> limits.add(override.subject(), override.limit(), rule),
                        () -> limits.add(override.subject(), override.limit()));
    }
}
