package io.weir.policyfile.internal.read;

import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reports rules that repeat another one, or that match the same requests as another one of their group. */
final class RepeatedRules {

    private final Values values;

    RepeatedRules(Values values) {
        this.values = values;
    }

    void check(List<Placed<Rule>> rules) {
        Map<Object, Placed<Rule>> first = new HashMap<>();
        for (Placed<Rule> rule : rules) {
            if (rule.value().mode() != Mode.OFF) {
                Placed<Rule> other = first.putIfAbsent(meaning(rule.value()), rule);
                if (other != null && !other.value().name().equals(rule.value().name())) {
                    values.wrong(rule.place(), wrong(rule.value(), other));
                }
            }
        }
    }

    /**
     * A request is checked against one rule of a group, so their matches must differ; other rules must differ in more
     * than the name.
     */
    private static Object meaning(Rule rule) {
        return rule.group().isPresent() ? List.of(rule.group().get(), rule.match()) : rule.named("any");
    }

    private static String wrong(Rule rule, Placed<Rule> other) {
        String where =
                Words.quoted(other.value().name()) + " in " + other.place().shortly();
        return rule.group()
                .map(group -> "the rule matches the same requests as " + where + ", and both are in the group "
                        + Words.quoted(group) + "; remove one of them, or change its match or group")
                .orElse("the rule is the same as " + where + "; remove one of them");
    }
}
