package io.weir.policyfile.envoy;

import io.weir.limit.Algorithm;
import io.weir.limit.Decision;
import io.weir.limit.Limit;

/**
 * How a store counts an allowance, and how its decisions are to be read.
 *
 * <p>In envoyproxy/ratelimit a counter may pass its limit, and whoever looks at it later has to see that it did: a counter
 * that stands at the limit is fine, one beyond it is over. A store's counter never passes its capacity. So the capacity is
 * one more than the limit where denied hits are counted, and a counter that is full is one that is over: with a limit of 10,
 * the 10th hit leaves one of 11 permits, and the 11th leaves none.
 *
 * @param limit what the store is charged with
 * @param hasSpare whether it holds one more than is allowed
 * @param rule names the store's counters together with the {@linkplain CounterKey key}: {@code #minute}
 */
public record Counting(Allowance allowance, Limit limit, boolean hasSpare, String rule) {

    /** Whether hits that were charged so are over the limit. */
    public boolean isOver(Decision decision) {
        return hasSpare ? isExhausted(decision) : !decision.allowed();
    }

    /** Whether who only looks is told that the limit is over. */
    public boolean isExhausted(Decision decision) {
        return decision.remaining() == 0;
    }

    /** How many requests are left. */
    public long remaining(Decision decision) {
        return Math.max(0, decision.remaining() - (hasSpare ? 1 : 0));
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
