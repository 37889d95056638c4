package io.weir.policyfile;

import io.weir.policy.Mode;
import io.weir.policy.Rule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds rules that say again what another one says, or that claim the same place in a group. */
final class Repetitions {

    private final Values values;

    Repetitions(Values values) {
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

    /** Of a group a request meets one rule, so no two may be for the same requests; elsewhere they must differ in more than the name. */
    private static Object meaning(Rule rule) {
        return rule.group().isPresent() ? List.of(rule.group().get(), rule.match()) : rule.named("any");
    }

    private static String wrong(Rule rule, Placed<Rule> other) {
        String where =
                Words.quoted(other.value().name()) + " in " + other.place().shortly();
        return rule.group()
                .map(group -> "the rule is for the same requests as " + where + ", and both are of the group "
                        + Words.quoted(group) + "; leave one of them out, or change its match or group")
                .orElse("the rule says the same as " + where + "; leave one of them out");
    }
}
