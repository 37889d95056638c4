package io.weir.lab.suggest;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import java.util.List;

/**
 * A limit that fits the demand of innocent subjects.
 *
 * @param innocent how many subjects it was made for
 * @param needed the capacity that all of them but the accepted share needed at this rate
 * @param clear whether a gap separates the subjects that need more, the nearest of which needs at least twice as much
 * @param nearest what the five subjects just below the limit needed, the most first
 */
public record Proposal(Rate rate, long innocent, long needed, boolean clear, List<Long> nearest) {

    /** Returns the limit as a policy writes it. */
    public String written() {
        return limit().toString();
    }

    public Limit limit() {
        return Limit.tokenBucket(rate);
    }
}
