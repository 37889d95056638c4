package io.weir.testkit.oracle;

import io.weir.limit.Limit;
import java.util.function.LongPredicate;

/** Counts per aligned window. If the clock was set back, a window that lies ahead counts until it ends. */
final class FixedWindowOracle extends Oracle {

    /** Up to this number, doubles represent every whole number. */
    private static final long MOST_COUNTED = 9_007_199_254_740_991L;

    private record Window(long start, long length, long count) {

        static final Window NEVER = new Window(0, 0, 0);

        long end() {
            return start + length;
        }
    }

    private Window stored = Window.NEVER;

    FixedWindowOracle(Limit limit) {
        super(limit);
    }

    @Override
    Oracle twin() {
        FixedWindowOracle copy = new FixedWindowOracle(limit());
        copy.stored = stored;
        return copy;
    }

    /** A free counter starts again in the current window, because a store may have forgotten it. */
    @Override
    public void mend(long nowMicros) {
        long count = nowMicros < stored.end() ? stored.count() : 0;
        boolean otherLength = stored.length() != periodMicros();
        if (otherLength || stored.start() > nowMicros + periodMicros() || count == 0) {
            stored = windowAt(nowMicros, count);
        }
    }

    /** A cost that never fits has to wait for the next window too. */
    @Override
    LongPredicate fitting(long cost) {
        return cost > capacity()
                ? atMicros -> atMicros >= stored.end()
                : atMicros -> at(atMicros).count() + cost <= capacity();
    }

    @Override
    public long remaining(long atMicros) {
        return Math.max(0, capacity() - at(atMicros).count());
    }

    @Override
    OracleTake add(long nowMicros, long cost) {
        Window window = at(nowMicros);
        stored = new Window(window.start(), window.length(), window.count() + cost);
        return new OracleTake(limit(), cost, window.start(), 0);
    }

    @Override
    void exceed(long nowMicros, long cost) {
        add(nowMicros, Math.min(cost, MOST_COUNTED - at(nowMicros).count()));
    }

    @Override
    public long overdrawn(long atMicros) {
        return Math.max(0, at(atMicros).count() - capacity());
    }

    @Override
    void takeBack(OracleTake taken, long nowMicros) {
        boolean same = stored.start() == taken.mark() && stored.length() == periodMicros();
        if (same && nowMicros < stored.end()) {
            stored = new Window(stored.start(), stored.length(), Math.max(0, stored.count() - taken.cost()));
        }
    }

    /** A window may be ahead by its whole length. */
    @Override
    long longestWaitMicros() {
        return 2 * periodMicros();
    }

    /** Empty and not ahead: an empty window that is ahead would receive charges of the current one. */
    @Override
    boolean isAsFresh(Limit reader, long nowMicros) {
        Oracle view = twin();
        view.adopt(reader);
        view.mend(nowMicros);
        return stored.start() <= nowMicros && view.fits(nowMicros, view.capacity());
    }

    private Window at(long atMicros) {
        return atMicros < stored.end() ? stored : windowAt(atMicros, 0);
    }

    private Window windowAt(long atMicros, long count) {
        return new Window(windowStart(atMicros), periodMicros(), count);
    }
}
