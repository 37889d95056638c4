package io.weir.lab.suggest;

import io.weir.lab.suggest.Demand.Need;
import io.weir.lab.traffic.CallerSigns.Standing;
import io.weir.lab.traffic.CallerTable;
import io.weir.limit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Chooses round limits by needed capacity: for each period that people think in, the smallest limit whose capacity is a
 * fifth more than all innocent subjects needed, but for the accepted share of them.
 *
 * <p>Innocent are the subjects of trusted callers. If there are none, all that are not suspects count.
 */
public final class Proposals {

    private static final List<Duration> PERIODS =
            List.of(Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofHours(1));
    private static final long[] ROUND = {1, 2, 3, 5};
    private static final int DECADES = 5;
    private static final int NEAREST = 5;

    private final Demand demand;
    private final CallerTable callers;
    private final double falsePositives;
    private final Standing worst;

    /** @param falsePositives the share of innocent subjects that may be denied once or more */
    public Proposals(Demand demand, CallerTable callers, double falsePositives) {
        this.demand = demand;
        this.callers = callers;
        this.falsePositives = falsePositives;
        boolean anyTrusted = demand.needs(rates().get(0)).stream().anyMatch(need -> standing(need) == Standing.TRUSTED);
        worst = anyTrusted ? Standing.TRUSTED : Standing.UNKNOWN;
    }

    /** Returns the rates for which a demand has to be observed. */
    public static List<Rate> rates() {
        List<Rate> rates = new ArrayList<>();
        PERIODS.forEach(period -> rates.addAll(rates(period)));
        return rates;
    }

    private static List<Rate> rates(Duration period) {
        List<Rate> rates = new ArrayList<>();
        long decade = 1;
        for (int i = 0; i < DECADES; i++) {
            for (long round : ROUND) {
                rates.add(Rate.of(round * decade, period));
            }
            decade *= 10;
        }
        return rates;
    }

    private Standing standing(Need need) {
        return callers.signs(need.caller()).standing();
    }

    /** Returns whether the limits are made for trusted callers, and not for all that are no suspects. */
    public boolean areForTrusted() {
        return worst == Standing.TRUSTED;
    }

    /** Returns at most one limit for each period. */
    public List<Proposal> choose() {
        return PERIODS.stream()
                .flatMap(period -> rates(period).stream()
                        .map(this::fitting)
                        .flatMap(Optional::stream)
                        .limit(1))
                .toList();
    }

    private Optional<Proposal> fitting(Rate rate) {
        List<Need> all = demand.needs(rate);
        List<Long> innocent = all.stream()
                .filter(need -> standing(need).compareTo(worst) <= 0)
                .map(Need::capacity)
                .toList();
        if (innocent.isEmpty()) {
            return Optional.empty();
        }
        int accepted = (int) (innocent.size() * falsePositives);
        long needed = innocent.get(innocent.size() - 1 - Math.min(accepted, innocent.size() - 1));
        if (needed * 6 > rate.permits() * 5) {
            return Optional.empty();
        }
        List<Long> below = new ArrayList<>(all.stream()
                .map(Need::capacity)
                .filter(capacity -> capacity <= rate.permits())
                .toList());
        Collections.reverse(below);
        Optional<Long> next = all.stream()
                .map(Need::capacity)
                .filter(capacity -> capacity > rate.permits())
                .findFirst();
        boolean clear = next.isEmpty() || next.get() >= 2 * below.get(0);
        List<Long> nearest = List.copyOf(below.subList(0, Math.min(NEAREST, below.size())));
        return Optional.of(new Proposal(rate, innocent.size(), needed, clear, nearest));
    }
}
