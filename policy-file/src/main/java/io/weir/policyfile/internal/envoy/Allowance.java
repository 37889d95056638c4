package io.weir.policyfile.internal.envoy;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import java.time.Duration;
import java.util.Optional;

/**
 * A number of requests that is allowed in each period.
 *
 * @param requests 0 for none at all
 */
public record Allowance(long requests, Duration period, Algorithm algorithm) {

    public Allowance {
        if (requests == 0 && algorithm != Algorithm.FIXED_WINDOW) {
            throw new IllegalArgumentException(
                    "only a fixed-window can allow 0 requests; remove the algorithm, or allow at least 1 request");
        }
    }

    /** Returns an allowance in windows that are aligned to the epoch. */
    public static Allowance of(long requests, Unit unit) {
        return new Allowance(requests, unit.period(), Algorithm.FIXED_WINDOW);
    }

    /** Returns the unit whose length is the period, if there is one. */
    public Optional<Unit> unit() {
        return Unit.of(period);
    }

    /** Returns how a store counts this allowance. */
    public Counting counting(DeniedHits deniedHits) {
        boolean overdraws = algorithm == Algorithm.FIXED_WINDOW && (deniedHits == DeniedHits.COUNTED || requests == 0);
        Limit limit = algorithm.limit(Rate.of(Math.max(1, requests), period));
        return new Counting(this, limit, overdraws, CounterKey.rule(this));
    }
}
