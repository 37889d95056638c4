package io.weir.policy.internal;

import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.List;

/** The rules that match a request, in their order, and their charges. */
public record MatchedRules(List<MatchedRule> rules, List<Charge> charges) {

    public static final MatchedRules NONE = of(List.of());

    public static MatchedRules of(List<MatchedRule> rules) {
        List<Charge> charges = new ArrayList<>(rules.size());
        for (MatchedRule each : rules) {
            charges.add(each.charge());
        }
        return new MatchedRules(List.copyOf(rules), List.copyOf(charges));
    }

    public static MatchedRules of(MatchedRule only) {
        return new MatchedRules(List.of(only), List.of(only.charge()));
    }

    /** Returns the same rules, with charges that are free for retries where the rule says so. */
    public MatchedRules withFreeRetries() {
        return of(rules.stream().map(MatchedRule::withFreeRetries).toList());
    }

    /** Returns the charges of the rules, and another charge after them. */
    public List<Charge> chargesAnd(Charge last) {
        List<Charge> all = new ArrayList<>(charges);
        all.add(last);
        return List.copyOf(all);
    }
}
