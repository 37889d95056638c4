package io.weir.service.api;

import io.weir.policy.Policy;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.PolicyText;
import io.weir.policyfile.RulePlace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A policy as its files say, without switches, and where each rule is written.
 *
 * @param files the texts it was read from
 */
record WrittenPolicy(List<PolicyText> files, Policy policy, Map<String, RulePlace> places) {

    private static final WrittenPolicy NONE = new WrittenPolicy(List.of(), Policy.of(), Map.of());

    /** Reads files; throws {@link io.weir.policyfile.InvalidPolicyException} with all their mistakes. */
    static WrittenPolicy read(List<PolicyText> files) {
        if (files.isEmpty()) {
            return NONE;
        }
        PolicyReader reader = PolicyReader.create();
        return new WrittenPolicy(files, reader.read(files), byRule(reader.places(files)));
    }

    private static Map<String, RulePlace> byRule(List<RulePlace> places) {
        return places.stream()
                .collect(Collectors.toMap(
                        RulePlace::rule, Function.identity(), (one, other) -> one, LinkedHashMap::new));
    }

    Optional<Rule> rule(String name) {
        return policy.rules().stream().filter(rule -> rule.name().equals(name)).findFirst();
    }

    Optional<RulePlace> place(String rule) {
        return Optional.ofNullable(places.get(rule));
    }

    /** Keeps the last policy that was read, because its files seldom change. */
    static final class Last {

        private volatile @Nullable WrittenPolicy last;

        WrittenPolicy of(List<PolicyText> files) {
            WrittenPolicy known = last;
            if (known == null || known.files() != files) {
                known = read(files);
                last = known;
            }
            return known;
        }
    }
}
