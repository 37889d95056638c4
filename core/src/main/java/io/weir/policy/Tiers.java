package io.weir.policy;

import io.weir.policy.rule.Caller;
import java.util.List;
import java.util.Optional;

/**
 * The tiers of a policy, and which of them a caller has.
 *
 * @param apiKeysApart whether an API key that was given no tier has none, instead of the lowest
 */
record Tiers(List<String> lowestFirst, boolean apiKeysApart) {

    static final Tiers NONE = new Tiers(List.of(), false);

    private static final String NO_TIER = "";

    Tiers {
        lowestFirst = List.copyOf(lowestFirst);
    }

    /** Whether the caller was given a tier that is none of these. */
    boolean isUnknown(Optional<String> given) {
        return given.isPresent() && !lowestFirst.isEmpty() && !lowestFirst.contains(given.get());
    }

    /** The tier whose rules are for the caller. An unknown tier is the lowest one; an anonymous caller that was given no tier has none. */
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
