package io.weir.lab.suggest;

import io.weir.limit.Rate;
import io.weir.policy.rule.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The capacity that each subject needed to be never denied, for some rates: exact for token and leaky buckets.
 *
 * <p>A bucket that is empty at first and drains at the rate holds what is not yet allowed to be forgotten. The highest
 * level that it ever reached is the needed capacity. At 1 per second, requests at 0 s, 0 s and 0.5 s reach 1, 2 and 2.5,
 * so that a capacity of 3 is needed.
 *
 * <p>Levels are counted in permits times microseconds of the period, so that nothing is rounded.
 */
public final class Demand {

    /** One subject's levels. */
    private static final class Level {
        private final int caller;
        private final long[] levels;
        private final long[] peaks;
        private long lastMicros;
        private long requests;

        private Level(int caller, int rates, long atMicros) {
            this.caller = caller;
            levels = new long[rates];
            peaks = new long[rates];
            lastMicros = atMicros;
        }
    }

    /**
     * What one subject needed.
     *
     * @param caller the number of the caller that first asked for the subject
     */
    public record Need(Subject subject, int caller, long requests, long capacity) {}

    private final List<Rate> rates;
    private final long[] permits;
    private final long[] periodMicros;
    private final Map<Subject, Level> subjects = new HashMap<>();

    public Demand(Collection<Rate> rates) {
        this.rates = List.copyOf(rates);
        permits = this.rates.stream().mapToLong(Rate::permits).toArray();
        periodMicros = this.rates.stream()
                .mapToLong(rate -> rate.period().toNanos() / 1_000)
                .toArray();
    }

    /** Adds a request; times must not fall. */
    public void add(Subject subject, int caller, long atMicros, long cost) {
        Level level = subjects.get(subject);
        if (level == null) {
            level = new Level(caller, permits.length, atMicros);
            subjects.put(subject, level);
        }
        long passed = atMicros - level.lastMicros;
        for (int i = 0; i < permits.length; i++) {
            long before = level.levels[i];
            long rest = passed > before / permits[i] ? 0 : before - passed * permits[i];
            long now = Math.max(0, rest) + cost * periodMicros[i];
            level.levels[i] = now;
            level.peaks[i] = Math.max(level.peaks[i], now);
        }
        level.lastMicros = atMicros;
        level.requests++;
    }

    public List<Rate> rates() {
        return rates;
    }

    public int subjects() {
        return subjects.size();
    }

    /** Returns what each subject needed at a rate, the least first. */
    public List<Need> needs(Rate rate) {
        int i = rates.indexOf(rate);
        List<Need> needs = new ArrayList<>(subjects.size());
        subjects.forEach((subject, level) -> needs.add(
                new Need(subject, level.caller, level.requests, -Math.floorDiv(-level.peaks[i], periodMicros[i]))));
        needs.sort(Comparator.comparingLong(Need::capacity)
                .thenComparing(need -> need.subject().toString()));
        return needs;
    }
}
