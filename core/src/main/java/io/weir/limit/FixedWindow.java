package io.weir.limit;

import io.weir.limit.spi.State;
import io.weir.limit.spi.Window;

/**
 * A counter that restarts with every full minute, hour or other period. It is cheap and easy to explain.
 *
 * <p>The windows are aligned to the epoch. A caller who knows them can take the whole limit at the end of one window
 * and again at the start of the next: at most twice the limit in any span as long as the window.
 */
final class FixedWindow extends WindowLimit {

    private FixedWindow(Rate rate) {
        super(rate);
    }

    static FixedWindow of(Rate rate) {
        return new FixedWindow(rate);
    }

    @Override
    public Algorithm algorithm() {
        return Algorithm.FIXED_WINDOW;
    }

    @Override
    public State fresh() {
        return Window.FRESH;
    }

    /**
     * Moves the count into the current window if its own window has another length, or lies ahead by more than one
     * window. A window that lies ahead by less is kept, because the clock will reach it again and must not find it
     * empty.
     */
    @Override
    public State mend(State stored, long nowMicros) {
        Window window = (Window) stored;
        long length = rate().periodMicros();
        if (window.length() == length && window.isReadableAt(nowMicros)) {
            return window;
        }
        return Window.containing(nowMicros, length)
                .withCurrent(window.asOf(nowMicros).current());
    }

    @Override
    public State stricter(State one, State other, long nowMicros) {
        Window mended = (Window) mend(one, nowMicros);
        return mended.asOf(nowMicros).larger(((Window) mend(other, nowMicros)).asOf(nowMicros));
    }

    @Override
    public long retryAfterMicros(State state, long nowMicros, long cost) {
        Window window = ((Window) state).asOf(nowMicros);
        return window.current() + cost <= capacity() ? 0 : window.end() - nowMicros;
    }

    @Override
    public State take(State state, long nowMicros, long cost) {
        Window window = ((Window) state).asOf(nowMicros);
        return new Window(window.start(), window.length(), 0, window.current() + cost);
    }

    /** Continues to count beyond the capacity. */
    @Override
    public State overdraw(State state, long nowMicros, long cost) {
        Window window = ((Window) state).asOf(nowMicros);
        long current = Math.min(window.current() + cost, Bounds.EXACT - 1);
        return new Window(window.start(), window.length(), 0, current);
    }

    @Override
    public long mostCounted() {
        return Rate.MOST_PERMITS;
    }

    @Override
    public long overdrawn(State state, long nowMicros) {
        return Math.max(0, ((Window) state).asOf(nowMicros).current() - capacity());
    }

    /** Returns the cost if the window it was taken in is not over. */
    @Override
    public State giveBack(State state, State taken, long nowMicros, long cost) {
        Window window = (Window) state;
        Window mine = (Window) taken;
        boolean lasts = window.start() == mine.start() && window.length() == mine.length() && nowMicros < window.end();
        return lasts ? window.withCurrent(Math.max(0, window.current() - cost)) : state;
    }

    @Override
    public long remaining(State state, long nowMicros) {
        return Math.max(0, capacity() - ((Window) state).asOf(nowMicros).current());
    }

    @Override
    public long resetAfterMicros(State state, long nowMicros) {
        Window window = ((Window) state).asOf(nowMicros);
        return window.current() == 0 ? 0 : window.end() - nowMicros;
    }

    /** Returns the capacity and the length of the window. */
    @Override
    public long[] numbers() {
        return new long[] {capacity(), rate().periodMicros(), 0};
    }

    @Override
    public String toString() {
        return "fixed window " + rate();
    }
}
