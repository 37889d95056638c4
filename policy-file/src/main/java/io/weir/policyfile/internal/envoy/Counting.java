package io.weir.policyfile.internal.envoy;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;

/**
 * How a store counts an allowance, and how its decisions are interpreted.
 *
 * <p>Counters of envoyproxy/ratelimit continue beyond the limit: a counter at the limit is fine, and one beyond it is
 * over. A fixed window does the same if denied hits are counted.
 *
 * @param limit the limit that the store is charged with; an allowance of no requests is counted as 1, and every
 *     request is over
 * @param overdraws whether the counter continues beyond the limit
 * @param rule part of the counter's name together with the {@linkplain CounterKey key}, such as {@code #minute}
 */
public record Counting(Allowance allowance, Limit limit, boolean overdraws, String rule) {

    /** Returns the largest number of hits that can be charged at once. */
    public long mostHits() {
        return overdraws ? limit.mostCounted() : limit.capacity();
    }

    /** Returns whether charged hits are over the limit. */
    public boolean isOver(Decision decision) {
        return overdraws ? left(decision) < 0 : !decision.allowed();
    }

    /** Returns whether a request that charges nothing gets the answer that the limit is exceeded. */
    public boolean isExhausted(Decision decision) {
        return overdraws ? left(decision) < 0 : decision.remaining() == 0;
    }

    /** Returns how many requests are left; negative if more were counted than are allowed. */
    public long left(Decision decision) {
        return decision.remaining() - decision.overdrawn() - (limit.capacity() - allowance.requests());
    }

    /** Returns the time until the limit is fresh again; for windows, the time until the window ends. */
    public long resetAfterMicros(Decision decision) {
        if (limit.algorithm() != Algorithm.FIXED_WINDOW) {
            return decision.resetAfterMicros();
        }
        long period = allowance.period().toNanos() / 1_000;
        return period - Math.floorMod(decision.atMicros(), period);
    }
}
