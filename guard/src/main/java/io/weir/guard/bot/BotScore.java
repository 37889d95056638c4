package io.weir.guard.bot;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * How much a request looks like one of a program.
 *
 * @param points from 0 to 100
 * @param reasons for the points, in the order of {@link BotSignal}
 */
public record BotScore(int points, BotBand band, Set<BotSignal> reasons) {

    private static final int MOST = 100;

    public BotScore {
        reasons = reasons.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(reasons));
    }

    /** @param reputation the points of {@link BotSignal#REPUTATION}, if that is among the signals */
    static BotScore of(Set<BotSignal> signals, int reputation) {
        int sum = 0;
        for (BotSignal signal : signals) {
            sum += signal == BotSignal.REPUTATION ? Math.min(reputation, signal.points()) : signal.points();
        }
        int points = Math.max(0, Math.min(MOST, sum));
        return new BotScore(points, BotBand.of(points), signals);
    }

    static BotScore verified() {
        return new BotScore(0, BotBand.VERIFIED, Set.of());
    }

    /** Returns the names of the reasons, such as {@code tool-agent}. */
    public List<String> words() {
        return reasons.stream().map(BotSignal::word).toList();
    }
}
