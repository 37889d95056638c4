package io.weir.limit.spi;

/**
 * The permits taken in one aligned window of time and in the one before it.
 *
 * @param start epoch microseconds, a multiple of the length
 * @param length microseconds
 */
public record Window(long start, long length, long previous, long current) implements State {

    /** Of no limit's window length but the shortest, and long gone. */
    public static final Window FRESH = new Window(0, 1, 0, 0);

    /** The empty window in which that instant lies. */
    public static Window containing(long nowMicros, long length) {
        return new Window(nowMicros - Math.floorMod(nowMicros, length), length, 0, 0);
    }

    /** This window as it looks now: itself while it lasts (or lies ahead), moved to previous in the next one, then gone. */
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
     * Whether this window can be read as it stands: it lies not ahead of now, or by one length at most. An empty one ahead
     * cannot, because it would be read otherwise once a store has forgotten it.
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

    /** No longer aligned, unless the shift is: it ends when the window of the other clock does. */
    @Override
    public Window shifted(long micros) {
        return new Window(start + micros, length, previous, current);
    }

    @Override
    public Window part(double share) {
        return new Window(start, length, (long) Math.ceil(previous * share), (long) Math.ceil(current * share));
    }

    /** With the larger counts of two windows of one length that are not over, until the later one ends. */
    public Window larger(Window other) {
        return new Window(
                Math.max(start, other.start),
                length,
                Math.max(previous, other.previous),
                Math.max(current, other.current));
    }
}
