package io.weir.testkit.oracle;

import io.weir.limit.Limit;
import java.util.function.LongPredicate;

/** Counts per aligned window, and weights the count of the previous window less and less during the current one. */
final class SlidingWindowCounterOracle extends Oracle {

    private static final long EXACT_IN_DOUBLES = 1L << 53;

    private record Windows(long start, long length, long previous, long current) {

        static final Windows NEVER = new Windows(0, 0, 0, 0);

        long end() {
            return start + length;
        }
    }

    private Windows stored = Windows.NEVER;
    private long tickMicros;

    SlidingWindowCounterOracle(Limit limit) {
        super(limit);
        reread();
    }

    @Override
    void reread() {
        tickMicros = tickMicros();
    }

    @Override
    Oracle twin() {
        SlidingWindowCounterOracle copy = new SlidingWindowCounterOracle(limit());
        copy.stored = stored;
        return copy;
    }

    /** A free counter starts again in the current window, because a store may have forgotten it. */
    @Override
    public void mend(long nowMicros) {
        if (stored.length() != periodMicros()) {
            stored = windowAt(nowMicros, nowMicros < stored.end() ? stored.current() : 0);
        } else if (stored.start() > nowMicros + periodMicros()) {
            long both = Math.min(stored.previous() + stored.current(), capacity());
            stored = windowAt(nowMicros, Math.max(stored.current(), both));
        } else if (fits(nowMicros, capacity())) {
            stored = windowAt(nowMicros, 0);
        }
    }

    @Override
    LongPredicate fitting(long cost) {
        return atMicros -> estimate(atMicros) + cost <= capacity();
    }

    @Override
    public long remaining(long atMicros) {
        return Math.max(0, capacity() - estimate(atMicros));
    }

    @Override
    OracleTake add(long nowMicros, long cost) {
        Windows windows = at(nowMicros);
        stored = new Windows(windows.start(), windows.length(), windows.previous(), windows.current() + cost);
        return new OracleTake(limit(), cost, windows.start(), 0);
    }

    @Override
    void exceed(long nowMicros, long cost) {
        add(nowMicros, remaining(nowMicros));
    }

    @Override
    void takeBack(OracleTake taken, long nowMicros) {
        if (stored.length() != periodMicros()) {
            return;
        }
        long previous = stored.previous();
        long current = stored.current();
        if (stored.start() == taken.mark()) {
            current = Math.max(0, current - taken.cost());
        } else if (stored.start() == taken.mark() + periodMicros()) {
            previous = Math.max(0, previous - taken.cost());
        }
        stored = new Windows(stored.start(), stored.length(), previous, current);
    }

    /** A window may be ahead by its whole length, and counts for two. */
    @Override
    long longestWaitMicros() {
        return 3 * periodMicros();
    }

    private long estimate(long atMicros) {
        Windows windows = at(atMicros);
        long ticks = periodMicros() / tickMicros;
        long elapsed = Math.max(0, atMicros - windows.start()) / tickMicros;
        long faded = Math.min(windows.previous(), capacity()) * (ticks - elapsed);
        return windows.current() + Math.floorDiv(faded + ticks - 1, ticks);
    }

    /** Returns the smallest power of ten that divides the window and keeps every product exact in doubles. */
    private long tickMicros() {
        for (long tick = 1; periodMicros() % tick == 0; tick *= 10) {
            long ticks = periodMicros() / tick;
            if (capacity() <= (EXACT_IN_DOUBLES - 1) / ticks) {
                return tick;
            }
        }
        throw new IllegalArgumentException("no tick is coarse enough for " + limit());
    }

    /** Empty and not ahead: an empty window that is ahead would receive charges of the current one. */
    @Override
    boolean isAsFresh(Limit reader, long nowMicros) {
        Oracle view = twin();
        view.adopt(reader);
        view.mend(nowMicros);
        return stored.start() <= nowMicros && view.fits(nowMicros, view.capacity());
    }

    private Windows at(long atMicros) {
        if (atMicros < stored.end()) {
            return stored;
        }
        return atMicros < stored.end() + stored.length()
                ? new Windows(stored.end(), stored.length(), stored.current(), 0)
                : windowAt(atMicros, 0);
    }

    private Windows windowAt(long atMicros, long current) {
        return new Windows(windowStart(atMicros), periodMicros(), 0, current);
    }
}
