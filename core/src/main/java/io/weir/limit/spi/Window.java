package io.weir.limit.spi;

/**
 * The permits taken in one aligned window of time and in the one before it.
 *
 * @param start epoch microseconds, a multiple of the length
 * @param length microseconds
 */
public record Window(long start, long length, long previous, long current) implements State {

    /** A window that is long past, with a length that only the shortest limit has. */
    public static final Window FRESH = new Window(0, 1, 0, 0);

    /** Returns the empty window that contains this instant. */
    public static Window containing(long nowMicros, long length) {
        return new Window(nowMicros - Math.floorMod(nowMicros, length), length, 0, 0);
    }

    /**
     * Returns this window as of now: unchanged while it lasts or if it lies ahead, moved to previous in the next
     * window, empty after that.
     */
    public Window asOf(long nowMicros) {
        if (nowMicros < start + length) {
            return this;
        }
        if (nowMicros < start + 2 * length) {
            return new Window(start + length, length, current, 0);
        }
        return containing(nowMicros, length);
    }

    /**
     * Returns whether this window is usable as it is: it lies ahead by at most one length. An empty window ahead is not
     * usable, because it would be read differently after a store has forgotten it.
     */
    public boolean isReadableAt(long nowMicros) {
        return start <= nowMicros || (start <= nowMicros + length && previous + current > 0);
    }

    public long end() {
        return start + length;
    }

    public Window withCurrent(long count) {
        return new Window(start, length, previous, count);
    }

    @Override
    public int bytes() {
        return 48;
    }

    /**
     * Returns the window moved in time. It is aligned only if the shift is; it ends when the window of the other clock
     * does.
     */
    @Override
    public Window shifted(long micros) {
        return new Window(start + micros, length, previous, current);
    }

    @Override
    public Window part(double share) {
        return new Window(start, length, (long) Math.ceil(previous * share), (long) Math.ceil(current * share));
    }

    /** Returns the larger counts of two current windows of the same length, valid until the later one ends. */
    public Window larger(Window other) {
        return new Window(
                Math.max(start, other.start),
                length,
                Math.max(previous, other.previous),
                Math.max(current, other.current));
    }
}
