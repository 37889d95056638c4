package io.weir.policy;

import io.weir.policy.rule.Caller;
import java.util.List;
import java.util.Optional;

/**
 * The tiers of a policy, and the assignment of callers to them.
 *
 * @param apiKeysApart whether an API key without a tier belongs to no tier, instead of the lowest
 */
record Tiers(List<String> lowestFirst, boolean apiKeysApart) {

    static final Tiers NONE = new Tiers(List.of(), false);

    private static final String NO_TIER = "";

    Tiers {
        lowestFirst = List.copyOf(lowestFirst);
    }

    /** Returns whether the caller has a tier that this policy does not know. */
    boolean isUnknown(Optional<String> given) {
        return given.isPresent() && !lowestFirst.isEmpty() && !lowestFirst.contains(given.get());
    }

    /**
     * Returns the tier whose rules apply to the caller. An unknown tier counts as the lowest one; an anonymous caller
     * without a tier has none.
     */
    String of(Caller caller) {
        if (lowestFirst.isEmpty()) {
            return NO_TIER;
        }
        Optional<String> given = caller.tier();
        if (given.isPresent()) {
            return lowestFirst.contains(given.get()) ? given.get() : lowestFirst.get(0);
        }
        boolean apart =
                caller.user().isEmpty() && (apiKeysApart || caller.apiKey().isEmpty());
        return apart ? NO_TIER : lowestFirst.get(0);
    }
}
