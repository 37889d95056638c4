package io.weir.testkit.schedule;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.store.Charge.Counter;
import io.weir.testkit.oracle.Oracle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The current limit of each counter of a schedule. */
final class ScheduleLimits {

    private final SplittableRandom random;
    private final List<Limit> limits;
    private final boolean changing;
    private final Map<Counter, Limit> present = new LinkedHashMap<>();

    private ScheduleLimits(SplittableRandom random, List<Limit> limits, boolean changing) {
        this.random = random;
        this.limits = limits;
        this.changing = changing;
    }

    static ScheduleLimits lasting(SplittableRandom random, List<Limit> limits) {
        return new ScheduleLimits(random, limits, false);
    }

    /** One in a hundred charges has other numbers than the previous one. */
    static ScheduleLimits changing(SplittableRandom random, List<Limit> limits) {
        return new ScheduleLimits(random, limits, true);
    }

    /** Returns the limit for the next charge on a counter. */
    Limit of(Counter counter) {
        if (counter.algorithm() != Algorithm.SLIDING_WINDOW && changes()) {
            present.remove(counter);
        }
        return present.computeIfAbsent(counter, name -> any(limitsOf(name.algorithm())));
    }

    /**
     * Removes longer logs between two calls. Whether a longer window counts what a shorter one has forgotten is not
     * determined, and the charges of a call are decided in another order than they are listed.
     */
    void shortenLogs() {
        present.replaceAll((counter, limit) ->
                counter.algorithm() == Algorithm.SLIDING_WINDOW && changes() ? any(noLongerThan(limit)) : limit);
    }

    /** A fresh counter may have any numbers, even a log. */
    void forget(Counter counter) {
        if (changing) {
            present.remove(counter);
        }
    }

    private boolean changes() {
        return changing && random.nextInt(100) == 0;
    }

    private List<Limit> noLongerThan(Limit limit) {
        return limitsOf(limit.algorithm()).stream()
                .filter(other -> Oracle.periodMicros(other) <= Oracle.periodMicros(limit))
                .toList();
    }

    private List<Limit> limitsOf(Algorithm algorithm) {
        return limits.stream().filter(limit -> limit.algorithm() == algorithm).toList();
    }

    private Limit any(List<Limit> some) {
        return some.get(random.nextInt(some.size()));
    }
}
