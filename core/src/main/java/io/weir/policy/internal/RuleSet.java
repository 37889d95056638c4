package io.weir.policy.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules that were found for a request. Equal sets are interned by {@link RuleSets}, so a later request usually gets
 * the same instance.
 */
public final class RuleSet {

    static final RuleSet EMPTY = new RuleSet();

    private final @Nullable RuleSet front;
    private final @Nullable LoadedRule last;
    private final boolean steady;
    private final int hash;

    /** Computed on first use. Several threads may compute it; they get equal results. */
    private @Nullable List<LoadedRule> rules;

    private RuleSet() {
        this.front = null;
        this.last = null;
        this.steady = true;
        this.hash = 1;
    }

    RuleSet(RuleSet front, LoadedRule last) {
        this.front = front;
        this.last = last;
        this.steady = front.steady && last.isSteady();
        this.hash = hash(front, last);
    }

    static int hash(RuleSet front, LoadedRule last) {
        return 31 * front.hash + last.number();
    }

    boolean is(RuleSet itsFront, LoadedRule itsLast) {
        return front == itsFront && last == itsLast;
    }

    /** Returns a hash that depends only on the rules. */
    int hash() {
        return hash;
    }

    /** Returns whether all rules are {@linkplain LoadedRule#isSteady steady}. */
    boolean areSteady() {
        return steady;
    }

    /** Returns the rules in their order, without rules that lose to a more specific one of their group. */
    public List<LoadedRule> rules() {
        List<LoadedRule> known = rules;
        if (known == null) {
            List<LoadedRule> all = new ArrayList<>();
            for (RuleSet set = this; set != null && set.last != null; set = set.front) {
                all.add(set.last);
            }
            all.sort(Comparator.comparingInt(LoadedRule::number));
            known = withoutOutdone(all);
            rules = known;
        }
        return known;
    }

    /** Removes the rules of a group whose path is less specific than that of another rule of the group. */
    private static List<LoadedRule> withoutOutdone(List<LoadedRule> found) {
        Map<String, Integer> most = new HashMap<>();
        for (LoadedRule each : found) {
            each.rule().group().ifPresent(group -> most.merge(group, each.weight(), Math::max));
        }
        return found.stream()
                .filter(each -> each.rule().group().isEmpty()
                        || most.getOrDefault(each.rule().group().get(), 0) <= each.weight())
                .toList();
    }
}
