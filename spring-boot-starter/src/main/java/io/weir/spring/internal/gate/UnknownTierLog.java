package io.weir.spring.internal.gate;

import io.weir.policy.GateListener;
import io.weir.policy.Verdict;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Warns once about each tier that a caller has but the policy does not define; about 20 tiers at most. */
final class UnknownTierLog implements GateListener {

    private static final int MOST_NAMES = 20;
    private static final int LONGEST_NAME = 50;

    private final Set<String> reported = ConcurrentHashMap.newKeySet();
    private final Consumer<String> log;

    UnknownTierLog(Consumer<String> log) {
        this.log = log;
    }

    @Override
    public void judged(Verdict verdict) {
        // Verdicts do not matter here.
    }

    @Override
    public void unknownTier(String tier) {
        if (reported.size() < MOST_NAMES && reported.add(tier)) {
            log.accept("A caller has the tier \"" + printable(tier)
                    + "\", which the policy does not define, so the lowest tier applies; define it under tiers, or"
                    + " correct the token, the API key or the Classifier that names it");
        }
    }

    private static String printable(String tier) {
        String shown = tier.length() > LONGEST_NAME ? tier.substring(0, LONGEST_NAME) + "…" : tier;
        return shown.replaceAll("\\p{C}", "?");
    }
}
