package io.weir.policy.internal;

import org.jspecify.annotations.Nullable;

/**
 * The sets of rules that were found lately. Each has one place, and the one that was there before is forgotten; threads race
 * for the places, and whatever they find there is whole, as its fields are final.
 */
final class RuleSets {

    private static final int FEWEST_PLACES = 256;
    private static final int MOST_PLACES = 16_384;

    private final @Nullable RuleSet[] places;

    RuleSets(int rules) {
        int enough = Math.max(FEWEST_PLACES, Math.min(4 * rules, MOST_PLACES));
        this.places = new RuleSet[Integer.highestOneBit(enough)];
    }

    /** Those rules, and that one after them. */
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
