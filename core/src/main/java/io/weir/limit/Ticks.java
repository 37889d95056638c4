package io.weir.limit;

import java.util.Optional;

/**
 * A bucket's arithmetic on one number, for a store that swaps a long faster than an object: the instant of {@link ClearAt}
 * in ticks since the epoch, as many to the microsecond as the limit's rate needs.
 *
 * <p>At 7 per second there are 7 ticks to the microsecond, and a permit takes 1000000 of them. Most rates need few enough
 * ticks for every instant to fit into a long; the others do without.
 */
public final class Ticks {

    /** With it, every instant that is allowed for, below 2^53 µs, stays below 2^61 ticks. */
    private static final long MOST_PER_MICRO = 256;

    private final Bucket limit;
    private final long perMicro;
    private final long perPermit;
    private final long full;

    private Ticks(Bucket limit, long perMicro, long perPermit) {
        this.limit = limit;
        this.perMicro = perMicro;
        this.perPermit = perPermit;
        this.full = limit.capacity() * perPermit;
    }

    static Optional<Ticks> of(Bucket limit, long perMicro, long perPermit) {
        return perMicro <= MOST_PER_MICRO ? Optional.of(new Ticks(limit, perMicro, perPermit)) : Optional.empty();
    }

    public Limit limit() {
        return limit;
    }

    /** Whether both mean the same by a tick. */
    public boolean isInStepWith(Ticks other) {
        return perMicro == other.perMicro;
    }

    /** As {@link Limit#mend}. */
    public long mend(long clearAt, long nowMicros) {
        return Math.min(clearAt, nowMicros * perMicro + full);
    }

    /** As {@link Limit#take}, whether the cost fits or not. */
    public long after(long clearAt, long nowMicros, long cost) {
        return Math.max(clearAt, nowMicros * perMicro) + cost * perPermit;
    }

    /** As {@link Limit#retryAfterMicros}, for a cost after which it is that instant. */
    public long retryAfterMicros(long after, long nowMicros) {
        long beyond = after - nowMicros * perMicro - full;
        return beyond <= 0 ? 0 : roundedUp(beyond, perMicro);
    }

    /** Allowed: it was the one instant before, and is the other after. */
    public Decision allowed(long before, long after, long nowMicros) {
        return decision(after, nowMicros, limit.delays() ? resetAfterMicros(before, nowMicros) : 0);
    }

    /** Denied, leaving that instant as it is. */
    public Decision denied(long clearAt, long nowMicros, long retryAfterMicros) {
        return decision(clearAt, nowMicros, -retryAfterMicros);
    }

    private Decision decision(long clearAt, long nowMicros, long waitMicros) {
        long backlog = clearAt - nowMicros * perMicro;
        long remaining = backlog <= 0 ? limit.capacity() : limit.capacity() - roundedUp(backlog, perPermit);
        return new Decision(limit, remaining, resetAfterMicros(clearAt, nowMicros), nowMicros, waitMicros);
    }

    private long resetAfterMicros(long clearAt, long nowMicros) {
        long backlog = clearAt - nowMicros * perMicro;
        return backlog <= 0 ? 0 : roundedUp(backlog, perMicro);
    }

    private static long roundedUp(long positive, long divisor) {
        return divisor == 1 ? positive : (positive + divisor - 1) / divisor;
    }

    public State state(long clearAt) {
        return new ClearAt(Math.floorDiv(clearAt, perMicro), Math.floorMod(clearAt, perMicro));
    }

    /** The instant of a state that a limit {@linkplain #isInStepWith in step} with this one has made. */
    public long clearAt(State state) {
        ClearAt clear = (ClearAt) state;
        return clear.micros() * perMicro + clear.rest();
    }
}
