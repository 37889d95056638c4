package io.weir.policy.internal;

import org.jspecify.annotations.Nullable;

/**
 * Interns the rule sets that were found recently. Each set has one slot, and a new set replaces the old one. Threads
 * race for the slots without locks, which is safe because the sets that they find there are complete.
 */
final class RuleSets {

    private static final int FEWEST_PLACES = 256;
    private static final int MOST_PLACES = 16_384;

    private final @Nullable RuleSet[] places;

    RuleSets(int rules) {
        int enough = Math.max(FEWEST_PLACES, Math.min(4 * rules, MOST_PLACES));
        this.places = new RuleSet[Integer.highestOneBit(enough)];
    }

    /** Returns the set that consists of {@code rules} followed by one more rule. */
    RuleSet with(RuleSet front, LoadedRule last) {
        int hash = RuleSet.hash(front, last);
        int place = (hash ^ hash >>> 16) & (places.length - 1);
        RuleSet known = places[place];
        if (known == null || !known.is(front, last)) {
            known = new RuleSet(front, last);
            places[place] = known;
        }
        return known;
    }
}
