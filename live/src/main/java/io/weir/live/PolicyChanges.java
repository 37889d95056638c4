package io.weir.live;

import io.weir.live.revision.RuntimeSettings;
import io.weir.policy.Policy;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Describes in one line how two policies differ. */
final class PolicyChanges {

    private static final int MOST_SHOWN = 6;

    private final List<String> all = new ArrayList<>();

    private PolicyChanges() {}

    /** Compares two policies as they are written, and the runtime settings of each. */
    static String line(Policy before, Policy after, RuntimeSettings runtimeBefore, RuntimeSettings runtimeAfter) {
        PolicyChanges changes = new PolicyChanges();
        changes.addRuntime(runtimeBefore, runtimeAfter);
        changes.addRules(before, after);
        changes.addRest(before, after);
        return changes.line();
    }

    private String line() {
        if (all.isEmpty()) {
            return "no rule changed";
        }
        int more = all.size() - MOST_SHOWN;
        String shown = all.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "));
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    private void addRules(Policy before, Policy after) {
        Map<String, Rule> old = byName(before);
        for (Rule rule : after.rules()) {
            Rule was = old.remove(rule.name());
            if (was == null) {
                all.add(rule.name() + " added (" + rule.limit() + ")");
            } else if (!was.limit().equals(rule.limit())) {
                all.add(rule.name() + ": " + was.limit() + " → " + rule.limit());
            } else if (was.mode() != rule.mode()) {
                all.add(rule.name() + ": " + was.mode().word() + " → "
                        + rule.mode().word());
            } else if (!was.equals(rule)) {
                all.add(rule.name() + " changed");
            }
        }
        old.keySet().forEach(name -> all.add(name + " removed"));
    }

    private static Map<String, Rule> byName(Policy policy) {
        return policy.rules().stream()
                .collect(Collectors.toMap(Rule::name, Function.identity(), (one, other) -> one, LinkedHashMap::new));
    }

    private void addRest(Policy before, Policy after) {
        if (before.mode() != after.mode()) {
            all.add("mode: " + before.mode().word() + " → " + after.mode().word());
        }
        if (!before.overrides().equals(after.overrides())) {
            all.add("overrides changed");
        }
        if (!before.bypasses().equals(after.bypasses())) {
            all.add("bypass changed");
        }
        if (!before.tiers().equals(after.tiers())) {
            all.add("tiers changed");
        }
        if (before.ipv6Prefix() != after.ipv6Prefix()) {
            all.add("ipv6-prefix: " + before.ipv6Prefix() + " → " + after.ipv6Prefix());
        }
    }

    private void addRuntime(RuntimeSettings before, RuntimeSettings after) {
        if (before.mode() != after.mode()) {
            all.add("all rules at most " + after.mode().word() + " (were "
                    + before.mode().word() + ")");
        }
        TreeSet<String> switched = new TreeSet<>(before.modes().keySet());
        switched.addAll(after.modes().keySet());
        for (String rule : switched) {
            Mode now = after.modes().get(rule);
            if (now != before.modes().get(rule)) {
                all.add(rule + (now == null ? " back to the mode in the files" : " switched to " + now.word()));
            }
        }
        after.overrides().stream()
                .filter(override -> !before.overrides().contains(override))
                .forEach(override ->
                        all.add(override.target() + " has " + override.limit() + " until " + override.until()));
        before.overrides().stream()
                .filter(override -> after.overrides().stream().noneMatch(override::replaces))
                .forEach(override -> all.add("override of " + override.target() + " ended"));
    }
}
