package io.weir.limit;

import io.weir.limit.spi.Log;
import io.weir.limit.spi.State;

/**
 * An exact count of the permits taken in the last window, from a log of the times at which they were taken. It never
 * allows more than the limit in any span as long as the window. Memory grows with the permits taken, so limits are at
 * most 10,000.
 */
final class SlidingWindow extends WindowLimit {

    /** The largest limit, because a log has up to one entry for each permit. */
    static final long MOST_PERMITS = 10_000;

    private SlidingWindow(Rate rate) {
        super(rate);
        if (rate.permits() > MOST_PERMITS) {
            throw new IllegalArgumentException("a sliding window logs every permit and holds at most 10,000, but "
                    + rate + " asks for more; use a sliding window counter, which needs two numbers");
        }
    }

    static SlidingWindow of(Rate rate) {
        return new SlidingWindow(rate);
    }

    @Override
    public Algorithm algorithm() {
        return Algorithm.SLIDING_WINDOW;
    }

    @Override
    public State fresh() {
        return Log.EMPTY;
    }

    @Override
    public int mostStateBytes() {
        return Log.bytes((int) capacity());
    }

    /** Moves permits that were taken in the future, before the clock was set back, to now. */
    @Override
    public State mend(State stored, long nowMicros) {
        Log log = (Log) stored;
        return log.newestMicros() <= nowMicros ? log : log.noLaterThan(nowMicros);
    }

    @Override
    public State stricter(State one, State other, long nowMicros) {
        return ((Log) mend(one, nowMicros)).larger((Log) mend(other, nowMicros));
    }

    /** A permit taken at t leaves the window exactly at t + length. */
    private long windowStart(long nowMicros) {
        return nowMicros - rate().periodMicros();
    }

    @Override
    public long retryAfterMicros(State state, long nowMicros, long cost) {
        Log log = (Log) state;
        long tooMany = log.takenAfter(windowStart(nowMicros)) + cost - capacity();
        return tooMany <= 0 ? 0 : log.oldestAfter(windowStart(nowMicros), tooMany) - windowStart(nowMicros);
    }

    @Override
    public State take(State state, long nowMicros, long cost) {
        return ((Log) state).add(nowMicros, cost, windowStart(nowMicros));
    }

    @Override
    public State overdraw(State state, long nowMicros, long cost) {
        long remaining = remaining(state, nowMicros);
        return remaining == 0 ? state : take(state, nowMicros, remaining);
    }

    /** Returns the cost while its entry is in the window. */
    @Override
    public State giveBack(State state, State taken, long nowMicros, long cost) {
        long takenMicros = ((Log) taken).newestMicros();
        return takenMicros <= windowStart(nowMicros) ? state : ((Log) state).without(takenMicros, cost);
    }

    @Override
    public long remaining(State state, long nowMicros) {
        return Math.max(0, capacity() - ((Log) state).takenAfter(windowStart(nowMicros)));
    }

    @Override
    public long resetAfterMicros(State state, long nowMicros) {
        return Math.max(0, ((Log) state).newestMicros() - windowStart(nowMicros));
    }

    /** Returns the capacity and the length of the window. */
    @Override
    public long[] numbers() {
        return new long[] {capacity(), rate().periodMicros(), 0};
    }

    @Override
    public String toString() {
        return "sliding window " + rate();
    }
}
