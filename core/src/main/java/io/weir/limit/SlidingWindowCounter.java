package io.weir.limit;

import io.weir.limit.spi.State;
import io.weir.limit.spi.Window;
import java.util.Locale;

/**
 * An estimate of a sliding window from two aligned windows: the current count, plus the previous count weighted by the
 * part of its window that is less than a window old. It needs two numbers per key whatever the limit, and has no jump
 * between windows.
 *
 * <p>The estimate assumes that the permits of the previous window were evenly spread. For other traffic it still never
 * allows twice the limit in any span as long as the window.
 */
final class SlidingWindowCounter extends WindowLimit {

    /*
     * For large limits over long windows, the previous count times the overlap would exceed 2^53. So time is counted in
     * ticks: the smallest power of ten microseconds that divides the window and keeps limit × ticks below 2^53. Elapsed
     * time is rounded down to a tick and the weighted count is rounded up to a permit, so the estimate is never too
     * low.
     *
     * Example: 100 per minute, 60 taken in the last window, 20 in this one, 15 s into it: 20 + 60 × 45/60 = 65, so 35
     * remain.
     */
    private final long length;
    private final long tick;
    private final long ticks;

    private SlidingWindowCounter(Rate rate) {
        super(rate);
        this.length = rate.periodMicros();
        this.tick = tick(rate);
        this.ticks = length / tick;
    }

    static SlidingWindowCounter of(Rate rate) {
        return new SlidingWindowCounter(rate);
    }

    private static long tick(Rate rate) {
        long length = rate.periodMicros();
        long mostTicks = (Bounds.EXACT - 1) / rate.permits();
        for (long tick = 1; length % tick == 0; tick *= 10) {
            if (length / tick <= mostTicks) {
                return tick;
            }
        }
        throw new IllegalArgumentException(String.format(
                Locale.ROOT,
                "a sliding window counter cannot weigh %,d permits over a window of %,d µs exactly; lower the permits, or"
                        + " make the window a multiple of a larger power of ten",
                rate.permits(),
                length));
    }

    @Override
    public Algorithm algorithm() {
        return Algorithm.SLIDING_WINDOW_COUNTER;
    }

    @Override
    public State fresh() {
        return Window.FRESH;
    }

    /**
     * Moves the counts into the current window if their own window lies ahead by more than one window. If their window
     * has another length, the current count moves and the previous count is dropped, because it cannot be weighted any
     * more.
     */
    @Override
    public State mend(State stored, long nowMicros) {
        Window window = (Window) stored;
        if (window.length() != length) {
            return Window.containing(nowMicros, length)
                    .withCurrent(window.asOf(nowMicros).current());
        }
        if (window.isReadableAt(nowMicros)) {
            return window;
        }
        long both = Math.min(window.previous() + window.current(), capacity());
        return Window.containing(nowMicros, length).withCurrent(Math.max(window.current(), both));
    }

    @Override
    public State stricter(State one, State other, long nowMicros) {
        Window mended = (Window) mend(one, nowMicros);
        return mended.asOf(nowMicros).larger(((Window) mend(other, nowMicros)).asOf(nowMicros));
    }

    @Override
    public long retryAfterMicros(State state, long nowMicros, long cost) {
        Window window = ((Window) state).asOf(nowMicros);
        if (estimate(window, nowMicros) + cost <= capacity()) {
            return 0;
        }
        long free = capacity() - cost;
        long beside = free - window.current();
        return beside >= 0
                ? window.start() + tick * ticksUntil(window.previous(), beside) - nowMicros
                : window.end() + tick * ticksUntil(window.current(), free) - nowMicros;
    }

    /** Returns how many ticks into a window the previous count still weighs more than {@code weight}. */
    private long ticksUntil(long previous, long weight) {
        long weighed = Math.min(previous, capacity());
        return weighed <= weight ? 0 : ticks - weight * ticks / weighed;
    }

    private long estimate(Window window, long nowMicros) {
        long elapsed = Math.max(0, nowMicros - window.start()) / tick;
        // A previous count above the limit was counted before the limit was lowered.
        long product = Math.min(window.previous(), capacity()) * (ticks - elapsed);
        return window.current() + (product + ticks - 1) / ticks;
    }

    @Override
    public State take(State state, long nowMicros, long cost) {
        Window window = ((Window) state).asOf(nowMicros);
        return window.withCurrent(window.current() + cost);
    }

    @Override
    public State overdraw(State state, long nowMicros, long cost) {
        return take(state, nowMicros, remaining(state, nowMicros));
    }

    /** Returns the cost to its window while this is the current or the previous one. */
    @Override
    public State giveBack(State state, State taken, long nowMicros, long cost) {
        Window window = (Window) state;
        Window mine = (Window) taken;
        if (window.length() != mine.length()) {
            return state;
        }
        if (window.start() == mine.start()) {
            return window.withCurrent(Math.max(0, window.current() - cost));
        }
        if (window.start() == mine.end()) {
            long previous = Math.max(0, window.previous() - cost);
            return new Window(window.start(), window.length(), previous, window.current());
        }
        return state;
    }

    @Override
    public long remaining(State state, long nowMicros) {
        return Math.max(0, capacity() - estimate(((Window) state).asOf(nowMicros), nowMicros));
    }

    @Override
    public long resetAfterMicros(State state, long nowMicros) {
        Window window = ((Window) state).asOf(nowMicros);
        if (window.current() > 0) {
            return window.end() + length - nowMicros;
        }
        return window.previous() > 0 ? window.end() - nowMicros : 0;
    }

    /** Returns the capacity, the length of the window and the length of a tick. */
    @Override
    public long[] numbers() {
        return new long[] {capacity(), length, tick};
    }

    @Override
    public String toString() {
        return "sliding window counter " + rate();
    }
}
