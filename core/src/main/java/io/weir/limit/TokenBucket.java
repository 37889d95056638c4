package io.weir.limit;

import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.State;

/**
 * A bucket of permits that starts full and refills at a steady rate. It allows bursts up to the capacity.
 *
 * <p>In any span of time at most {@code capacity + rate × span} permits are taken.
 */
public final class TokenBucket extends Bucket {

    private TokenBucket(Rate refill, long capacity) {
        super(refill, capacity);
    }

    /** Creates a bucket that holds one period's permits. */
    public static TokenBucket of(Rate refill) {
        return new TokenBucket(refill, refill.permits());
    }

    /** Returns a bucket with the same refill and another capacity. */
    public TokenBucket withCapacity(long permits) {
        return new TokenBucket(rate(), permits);
    }

    @Override
    public Algorithm algorithm() {
        return Algorithm.TOKEN_BUCKET;
    }

    @Override
    boolean delays() {
        return false;
    }

    /**
     * Returns the part of the cost that the bucket has not refilled by now.
     *
     * <p>A cost is refilled during the time that ends at the instant of {@code taken}. The part of this time that has
     * passed is refilled already, and other callers may have taken it, so only the remaining part is returned. Example:
     * of 10 permits at 10/s, 10 are taken at 0 s and 9 more at 0.9 s. The first 10 are refilled at 1 s, so giving them
     * back at 0.9 s returns 1.
     */
    @Override
    public State giveBack(State state, State taken, long nowMicros, long cost) {
        if (resetAfterMicros(taken, nowMicros) == 0) {
            return state;
        }
        ClearAt refilled = (ClearAt) taken;
        FlowTime toCome = new FlowTime(refilled.micros() - nowMicros, refilled.rest());
        return without((ClearAt) state, nowMicros, timeOf(cost).shorter(toCome));
    }

    /** Returns the text that {@link Limit#parse} reads back. */
    @Override
    public String toString() {
        return capacity() == rate().permits() ? rate().toString() : rate() + " burst " + capacity();
    }
}
