package io.weir.service.api;

import io.weir.policy.Policy;
import io.weir.policy.rule.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a policy would change of another one, by rules and their words, and what becomes of the permits that are used. */
final class PolicyComparison {

    /** The change of one word; empty texts for a word that is not there. */
    record WordChange(String word, String before, String after) {}

    /**
     * One change.
     *
     * @param rule the rule, or the part of the policy such as {@code bypass}
     * @param kind {@code added}, {@code removed} or {@code changed}
     * @param effect what happens to requests that are counted already
     */
    record Change(String rule, String kind, List<WordChange> words, String effect) {}

    private final List<Change> changes = new ArrayList<>();

    private PolicyComparison() {}

    static List<Change> of(Policy before, Policy after) {
        PolicyComparison all = new PolicyComparison();
        all.addRules(before, after);
        all.addPart("mode", before.mode().word(), after.mode().word());
        all.addPart("tiers", before.tiers(), after.tiers());
        all.addPart("overrides", before.overrides(), after.overrides());
        all.addPart("bypass", before.bypasses(), after.bypasses());
        all.addPart("ipv6-prefix", before.ipv6Prefix(), after.ipv6Prefix());
        all.addPart("guard: requests", before.requestLimits(), after.requestLimits());
        all.addPart("guard: bots", before.bots(), after.bots());
        return all.changes;
    }

    private void addRules(Policy before, Policy after) {
        Map<String, Rule> old = byName(before);
        for (Rule rule : after.rules()) {
            Rule was = old.remove(rule.name());
            if (was == null) {
                changes.add(new Change(
                        rule.name(),
                        "added",
                        words(Map.of(), RuleWords.of(rule)),
                        "counts from the next request on; nothing is used yet"));
            } else if (!was.equals(rule)) {
                changes.add(new Change(
                        rule.name(), "changed", words(RuleWords.of(was), RuleWords.of(rule)), effect(was, rule)));
            }
        }
        old.forEach((name, rule) -> changes.add(new Change(
                name, "removed", words(RuleWords.of(rule), Map.of()), "no longer counts or denies anything")));
    }

    private static Map<String, Rule> byName(Policy policy) {
        return policy.rules().stream()
                .collect(Collectors.toMap(Rule::name, Function.identity(), (one, other) -> one, LinkedHashMap::new));
    }

    private static List<WordChange> words(Map<String, String> before, Map<String, String> after) {
        Set<String> all = new LinkedHashSet<>(before.keySet());
        all.addAll(after.keySet());
        return all.stream()
                .filter(word -> !Objects.equals(before.get(word), after.get(word)))
                .map(word -> new WordChange(
                        word,
                        Optional.ofNullable(before.get(word)).orElse(""),
                        Optional.ofNullable(after.get(word)).orElse("")))
                .toList();
    }

    private static String effect(Rule before, Rule after) {
        if (!before.per().equals(after.per()) || !before.distinct().equals(after.distinct())) {
            return "counts other subjects, so all counters start at zero";
        }
        if (before.scope() != after.scope()) {
            return "counters are kept elsewhere, so they start at zero";
        }
        if (before.limit().algorithm() != after.limit().algorithm()) {
            return "another algorithm, so all counters start at zero";
        }
        if (before.limit().equals(after.limit())) {
            return "used permits stay used";
        }
        return switch (after.limit().algorithm()) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> "used permits stay used; a full bucket comes back after the same time";
            case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_WINDOW_COUNTER ->
                before.limit().rate().period().equals(after.limit().rate().period())
                        ? "the count stays"
                        : "everything counted so far belongs to the current window";
        };
    }

    private void addPart(String name, Object before, Object after) {
        if (!before.equals(after)) {
            changes.add(new Change(
                    name,
                    "changed",
                    List.of(new WordChange(name, before.toString(), after.toString())),
                    "used permits stay used"));
        }
    }
}
