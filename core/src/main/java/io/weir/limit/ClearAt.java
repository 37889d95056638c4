package io.weir.limit;

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
}
