package io.weir.limit.spi;

/**
 * The instant at which nothing taken will be left: the token bucket full again, the leaky bucket's queue empty again.
 *
 * @param micros whole epoch microseconds
 * @param rest the rest, in parts of a microsecond as small as the limit's rate needs them, rounded nowhere
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

    /** The same instant: a part of the limit also has that part of the rate. */
    @Override
    public ClearAt part(double share) {
        return new ClearAt(rest == 0 ? micros : micros + 1, 0);
    }

    public ClearAt later(ClearAt other) {
        boolean isLater = micros > other.micros || (micros == other.micros && rest >= other.rest);
        return isLater ? this : other;
    }
}
