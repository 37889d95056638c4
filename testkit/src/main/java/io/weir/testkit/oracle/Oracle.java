package io.weir.testkit.oracle;

import io.weir.limit.Limit;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;

/**
 * One counter, exactly as its algorithm is defined, sharing no arithmetic with the limits it is to check.
 *
 * <p>Only what fits at an instant is written down here; every wait is found by searching for the first instant at which
 * it is over. As with a {@link Limit}, all but {@link #mend} and {@link #giveBack} want a counter that was mended at that
 * time.
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

    /** A counter that was never charged. */
    public static Oracle of(Limit limit) {
        return switch (limit.algorithm()) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> new BucketOracle(limit);
            case FIXED_WINDOW -> new FixedWindowOracle(limit);
            case SLIDING_WINDOW -> new SlidingWindowOracle(limit);
            case SLIDING_WINDOW_COUNTER -> new SlidingWindowCounterOracle(limit);
        };
    }

    /** Another counter with the same content. */
    public final Oracle copy() {
        Oracle copy = twin();
        copy.latestMicros = latestMicros;
        return copy;
    }

    abstract Oracle twin();

    /** Counts on by the numbers of another limit of the same algorithm. */
    public final void adopt(Limit other) {
        if (other != limit) {
            limit = other;
            periodMicros = periodMicros(other);
            reread();
        }
    }

    /** Reads the same content by the numbers of the limit that was just adopted. */
    void reread() {}

    /** Puts right what a clock that stepped back, or other numbers, made of the content. */
    public abstract void mend(long nowMicros);

    /** The instants at which the cost would fit if nothing else is taken until then. */
    abstract LongPredicate fitting(long cost);

    /** How many permits could be taken at that instant if nothing else is taken until then. */
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

    /** How many permits have been taken beyond the capacity, where they can be counted. */
    public long overdrawn(long atMicros) {
        return 0;
    }

    /** Returns what was taken, unless time or others have made that void. */
    public final void giveBack(OracleTake taken, long nowMicros) {
        Limit present = limit;
        adopt(taken.limit());
        takeBack(taken, nowMicros);
        adopt(present);
    }

    abstract void takeBack(OracleTake taken, long nowMicros);

    /** A wait after which every mended counter is free. */
    abstract long longestWaitMicros();

    /** Whether the cost would fit at that instant if nothing else is taken until then. */
    public final boolean fits(long atMicros, long cost) {
        return fitting(cost).test(atMicros);
    }

    /** How long until the cost fits; 0 when it fits now. */
    public final long retryAfterMicros(long nowMicros, long cost) {
        return shortestWait(nowMicros, fitting(cost));
    }

    /** How long until the whole capacity is free, which is when it would fit; 0 when it is free now. */
    public final long resetAfterMicros(long nowMicros) {
        return shortestWait(nowMicros, fitting(capacity()));
    }

    /** How long what is taken now has to be held. */
    public long delayMicros(long nowMicros) {
        return 0;
    }

    /** Remembers what the clock shows, for {@link #isDetermined}. */
    final void see(long nowMicros) {
        latestMicros = Math.max(latestMicros, nowMicros);
    }

    /**
     * Whether the definition says what this counter holds for that limit. A store may forget a counter that is free, so
     * when the clock steps back behind the instant at which it was, it may hold its content or nothing.
     */
    boolean isDetermined(Limit reader, long nowMicros) {
        return !fits(Math.max(latestMicros, nowMicros), capacity()) || isAsFresh(reader, nowMicros);
    }

    /** Whether a fresh counter would not do anything else, unless the clock steps back. */
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

    /** The start of the window that contains the instant; windows are aligned to the epoch. */
    final long windowStart(long atMicros) {
        return atMicros - Math.floorMod(atMicros, periodMicros);
    }

    /** Bisects: without traffic a counter only empties, so that what fits at one instant fits at every later one. */
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
