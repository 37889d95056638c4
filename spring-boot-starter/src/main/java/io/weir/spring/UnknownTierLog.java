package io.weir.spring;

import io.weir.policy.GateListener;
import io.weir.policy.Verdict;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Says of each tier that callers have and the policy does not, once, that they have the lowest one; of no more than 20. */
final class UnknownTierLog implements GateListener {

    private static final int MOST_NAMES = 20;
    private static final int LONGEST_NAME = 50;

    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private final Consumer<String> log;

    UnknownTierLog(Consumer<String> log) {
        this.log = log;
    }

    @Override
    public void judged(Verdict verdict) {
        // Tells nothing of tiers.
    }

    @Override
    public void unknownTier(String tier) {
        if (said.size() < MOST_NAMES && said.add(tier)) {
            log.accept("A caller has the tier \"" + printable(tier)
                    + "\", which the policy does not have, and is limited by the lowest tier; write it under tiers, or"
                    + " correct what says so: the token, the API key or the Classifier");
        }
    }

    private static String printable(String tier) {
        String shown = tier.length() > LONGEST_NAME ? tier.substring(0, LONGEST_NAME) + "…" : tier;
        return shown.replaceAll("\\p{C}", "?");
    }
}
