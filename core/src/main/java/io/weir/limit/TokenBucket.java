package io.weir.limit;

/**
 * A bucket of permits that starts full and refills at a steady rate: bursts up to the capacity, the rate in the long run.
 *
 * <p>In any span of time at most {@code capacity + rate × span} permits are taken.
 */
public final class TokenBucket extends Bucket {

    private TokenBucket(Rate refill, long capacity) {
        super(refill, capacity);
    }

    /** A bucket that holds one period's permits. */
    public static TokenBucket of(Rate refill) {
        return new TokenBucket(refill, refill.permits());
    }

    /** The same refill with another burst. */
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

    /** Returns the cost unless the bucket would by now have refilled it by itself. */
    @Override
    public State giveBack(State state, State taken, long nowMicros, long cost) {
        boolean refilled = resetAfterMicros(taken, nowMicros) == 0;
        return refilled ? state : without((ClearAt) state, nowMicros, cost);
    }

    /** The shorthand that {@link Limit#parse} reads back. */
    @Override
    public String toString() {
        return capacity() == rate().permits() ? rate().toString() : rate() + " burst " + capacity();
    }
}
