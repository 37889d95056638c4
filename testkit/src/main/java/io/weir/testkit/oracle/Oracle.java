package io.weir.testkit.oracle;

import io.weir.limit.Limit;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;

/**
 * One counter, exactly as its algorithm is defined. It shares no arithmetic with the limits under test.
 *
 * <p>Only the condition for a cost to fit is written down here. Every wait is found by searching for the first instant
 * at which the cost fits. As with a {@link Limit}, all methods but {@link #mend} and {@link #giveBack} expect a counter
 * that was mended at this time.
 */
public abstract sealed class Oracle
        permits BucketOracle, FixedWindowOracle, SlidingWindowOracle, SlidingWindowCounterOracle {

    private Limit limit;
    private long periodMicros;
    private long latestMicros = Long.MIN_VALUE;

    Oracle(Limit limit) {
        this.limit = limit;
        this.periodMicros = periodMicros(limit);
    }

    /** Creates a counter that was never charged. */
    public static Oracle of(Limit limit) {
        return switch (limit.algorithm()) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> new BucketOracle(limit);
            case FIXED_WINDOW -> new FixedWindowOracle(limit);
            case SLIDING_WINDOW -> new SlidingWindowOracle(limit);
            case SLIDING_WINDOW_COUNTER -> new SlidingWindowCounterOracle(limit);
        };
    }

    /** Returns a copy with the same content. */
    public final Oracle copy() {
        Oracle copy = twin();
        copy.latestMicros = latestMicros;
        return copy;
    }

    abstract Oracle twin();

    /** Changes to the numbers of another limit of the same algorithm. */
    public final void adopt(Limit other) {
        if (other != limit) {
            limit = other;
            periodMicros = periodMicros(other);
            reread();
        }
    }

    /** Interprets the content by the numbers of the new limit. */
    void reread() {}

    /** Corrects the content after the clock was set back or the numbers were changed. */
    public abstract void mend(long nowMicros);

    /** Returns the condition for the instants at which the cost fits if nothing else is taken until then. */
    abstract LongPredicate fitting(long cost);

    /** Returns how many permits could be taken at that instant if nothing else is taken until then. */
    public abstract long remaining(long atMicros);

    /** Takes a cost that fits. */
    public final OracleTake take(long nowMicros, long cost) {
        latestMicros = nowMicros;
        return add(nowMicros, cost);
    }

    abstract OracleTake add(long nowMicros, long cost);

    /** Counts a cost that does not fit. */
    public final void overdraw(long nowMicros, long cost) {
        latestMicros = nowMicros;
        exceed(nowMicros, cost);
    }

    abstract void exceed(long nowMicros, long cost);

    /** Returns how many permits were taken beyond the capacity, if the limit can count them. */
    public long overdrawn(long atMicros) {
        return 0;
    }

    /** Gives back what was taken, unless it has come back with time or cannot be given back any more. */
    public final void giveBack(OracleTake taken, long nowMicros) {
        Limit present = limit;
        adopt(taken.limit());
        takeBack(taken, nowMicros);
        adopt(present);
    }

    abstract void takeBack(OracleTake taken, long nowMicros);

    /** Returns a wait after which every mended counter is free. */
    abstract long longestWaitMicros();

    /** Returns whether the cost would fit at that instant if nothing else is taken until then. */
    public final boolean fits(long atMicros, long cost) {
        return fitting(cost).test(atMicros);
    }

    /** Returns how long until the cost fits; 0 if it fits now. */
    public final long retryAfterMicros(long nowMicros, long cost) {
        return shortestWait(nowMicros, fitting(cost));
    }

    /** Returns how long until the whole capacity is free; 0 if it is free now. */
    public final long resetAfterMicros(long nowMicros) {
        return shortestWait(nowMicros, fitting(capacity()));
    }

    /** Returns how long a request that is taken now must be delayed. */
    public long delayMicros(long nowMicros) {
        return 0;
    }

    /** Remembers the clock's time, for {@link #isDetermined}. */
    final void noteTime(long nowMicros) {
        latestMicros = Math.max(latestMicros, nowMicros);
    }

    /**
     * Returns whether the definition determines the content of this counter for the limit. A store may forget a free
     * counter; if the clock is then set back to a time before it was free, the store may have its content or nothing.
     */
    boolean isDetermined(Limit reader, long nowMicros) {
        return !fits(Math.max(latestMicros, nowMicros), capacity()) || isAsFresh(reader, nowMicros);
    }

    /** Returns whether a fresh counter would do the same from now on, unless the clock is set back. */
    abstract boolean isAsFresh(Limit reader, long nowMicros);

    final Limit limit() {
        return limit;
    }

    final long capacity() {
        return limit.capacity();
    }

    final long periodMicros() {
        return periodMicros;
    }

    public static long periodMicros(Limit limit) {
        return TimeUnit.MICROSECONDS.convert(limit.rate().period());
    }

    /** Returns the start of the window that contains the instant; windows are aligned to the epoch. */
    final long windowStart(long atMicros) {
        return atMicros - Math.floorMod(atMicros, periodMicros);
    }

    /**
     * Searches by bisection: without charges a counter only empties, so a cost that fits at one instant fits later too.
     */
    private long shortestWait(long nowMicros, LongPredicate fitting) {
        if (fitting.test(nowMicros)) {
            return 0;
        }
        long tooEarly = nowMicros;
        long lateEnough = nowMicros + longestWaitMicros();
        if (!fitting.test(lateEnough)) {
            throw new IllegalStateException("does not even fit after " + longestWaitMicros() + " µs: " + limit);
        }
        while (lateEnough - tooEarly > 1) {
            long middle = tooEarly + (lateEnough - tooEarly) / 2;
            if (fitting.test(middle)) {
                lateEnough = middle;
            } else {
                tooEarly = middle;
            }
        }
        return lateEnough - nowMicros;
    }
}
