package io.weir.policyfile.envoy;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;

/**
 * How a store counts an allowance, and how its decisions are to be read.
 *
 * <p>In envoyproxy/ratelimit a counter goes on beyond its limit, and whoever looks at it later sees by how much: one that stands at
 * the limit is fine, one beyond it is over. So does a fixed window where denied hits are counted.
 *
 * @param limit what the store is charged with; none at all is counted as one, of which the first is one too many
 * @param overdraws whether the counter goes on beyond the limit
 * @param rule names the store's counters together with the {@linkplain CounterKey key}: {@code #minute}
 */
public record Counting(Allowance allowance, Limit limit, boolean overdraws, String rule) {

    /** The most hits that can be counted at once. */
    public long mostHits() {
        return overdraws ? limit.mostCounted() : limit.capacity();
    }

    /** Whether hits that were charged so are over the limit. */
    public boolean isOver(Decision decision) {
        return overdraws ? left(decision) < 0 : !decision.allowed();
    }

    /** Whether who only looks is told that the limit is over. */
    public boolean isExhausted(Decision decision) {
        return overdraws ? left(decision) < 0 : decision.remaining() == 0;
    }

    /** How many requests are left; less than none if there were more than are allowed. */
    public long left(Decision decision) {
        return decision.remaining() - decision.overdrawn() - (limit.capacity() - allowance.requests());
    }

    /** The time until the limit starts afresh; for windows whether or not anything was taken. */
    public long resetAfterMicros(Decision decision) {
        if (limit.algorithm() != Algorithm.FIXED_WINDOW) {
            return decision.resetAfterMicros();
        }
        long period = allowance.period().toNanos() / 1_000;
        return period - Math.floorMod(decision.atMicros(), period);
    }
}
