package io.weir.policy.internal;

import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules that match a request, in their order, and their charges.
 *
 * @param plain whether all rules do nothing but charge, and deny what does not fit
 */
public record MatchedRules(List<MatchedRule> rules, List<Charge> charges, boolean plain) {

    public static final MatchedRules NONE = of(List.of());

    public static MatchedRules of(List<MatchedRule> rules) {
        List<Charge> charges = new ArrayList<>(rules.size());
        boolean plain = true;
        for (MatchedRule each : rules) {
            charges.add(each.charge());
            plain &= each.isPlain();
        }
        return new MatchedRules(List.copyOf(rules), List.copyOf(charges), plain);
    }

    public static MatchedRules of(MatchedRule only) {
        return new MatchedRules(List.of(only), List.of(only.charge()), only.isPlain());
    }

    /** Returns the same rules, with charges that are free for retries where the rule says so. */
    public MatchedRules withFreeRetries() {
        return of(rules.stream().map(MatchedRule::withFreeRetries).toList());
    }

    /** Returns the charges of the rules, and other charges after them. */
    public List<Charge> chargesAnd(List<Charge> last) {
        List<Charge> all = new ArrayList<>(charges);
        all.addAll(last);
        return List.copyOf(all);
    }
}
