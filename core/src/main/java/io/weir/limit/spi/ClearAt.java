package io.weir.limit.spi;

/**
 * The instant at which nothing that was taken will be left: the token bucket is full again, or the leaky bucket's queue
 * is empty again.
 *
 * @param micros whole epoch microseconds
 * @param rest the exact fraction of a microsecond, in units that depend on the limit's rate
 */
public record ClearAt(long micros, long rest) implements State {

    @Override
    public int bytes() {
        return 32;
    }

    @Override
    public ClearAt shifted(long by) {
        return new ClearAt(micros + by, rest);
    }

    /** Returns the same instant, because a part of the limit also has that part of the rate. */
    @Override
    public ClearAt part(double share) {
        return new ClearAt(rest == 0 ? micros : micros + 1, 0);
    }

    public ClearAt later(ClearAt other) {
        boolean isLater = micros > other.micros || (micros == other.micros && rest >= other.rest);
        return isLater ? this : other;
    }
}
