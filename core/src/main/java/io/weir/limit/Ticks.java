package io.weir.limit;

import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.State;
import java.util.Optional;

/**
 * The arithmetic of a bucket on one long, which a store can swap faster than an object. The number is the instant of
 * {@link ClearAt} in ticks since the epoch; the limit's rate determines the number of ticks per microsecond.
 *
 * <p>At 7 per second there are 7 ticks to the microsecond, and a permit takes 1000000 ticks. Most rates need few enough
 * ticks for every instant to fit into a long; other rates have no ticks.
 */
public final class Ticks {

    /** With this bound, every supported instant (below 2^53 µs) stays below 2^61 ticks. */
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

    /** Returns whether a tick has the same length in both. */
    public boolean isInStepWith(Ticks other) {
        return perMicro == other.perMicro;
    }

    /** Does what {@link Limit#mend} does. */
    public long mend(long clearAt, long nowMicros) {
        return Math.min(clearAt, nowMicros * perMicro + full);
    }

    /** Does what {@link Limit#take} does, whether the cost fits or not. */
    public long after(long clearAt, long nowMicros, long cost) {
        return Math.max(clearAt, nowMicros * perMicro) + cost * perPermit;
    }

    /** Returns the state in which nothing that was taken is left at this instant. */
    public long drained(long nowMicros) {
        return nowMicros * perMicro + full;
    }

    /** Returns the ticks until a cost fits that moves the state to this instant; 0 or less if it fits now. */
    public long retryAfter(long after, long nowMicros) {
        return after - nowMicros * perMicro - full;
    }

    /** Returns an allowed decision, from the instants before and after it. */
    public Decision allowed(long before, long after, long nowMicros) {
        long now = nowMicros * perMicro;
        return limit.delays() && before > now
                ? new WaitingDecision(this, after - now, nowMicros, before - now)
                : new TickDecision(this, after - now, nowMicros);
    }

    /** Returns a decision that denies for these ticks and leaves the instant as it is. */
    public Decision denied(long clearAt, long nowMicros, long retryAfter) {
        return new WaitingDecision(this, clearAt - nowMicros * perMicro, nowMicros, -retryAfter);
    }

    /** An allowed decision without a delay, which computes its numbers on demand. */
    static sealed class TickDecision extends Decision permits WaitingDecision {

        private final Ticks ticks;
        private final long backlog;

        private TickDecision(Ticks ticks, long backlog, long atMicros) {
            super(atMicros);
            this.ticks = ticks;
            this.backlog = backlog;
        }

        final Ticks ticks() {
            return ticks;
        }

        @Override
        final Limit of() {
            return ticks.limit;
        }

        @Override
        public final State state() {
            return ticks.state(atMicros() * ticks.perMicro + backlog);
        }

        @Override
        public final long remaining() {
            return limit() - roundedUp(backlog, ticks.perPermit);
        }

        @Override
        public final long resetAfterMicros() {
            return roundedUp(backlog, ticks.perMicro);
        }

        @Override
        long waitMicros() {
            return 0;
        }
    }

    /** A decision that was delayed or denied. */
    static final class WaitingDecision extends TickDecision {

        /** The wait in ticks, with the sign of {@link #waitMicros}. */
        private final long wait;

        private WaitingDecision(Ticks ticks, long backlog, long atMicros, long wait) {
            super(ticks, backlog, atMicros);
            this.wait = wait;
        }

        @Override
        public boolean allowed() {
            return wait >= 0;
        }

        @Override
        long waitMicros() {
            long perMicro = ticks().perMicro;
            return wait >= 0 ? roundedUp(wait, perMicro) : -roundedUp(-wait, perMicro);
        }
    }

    private static long roundedUp(long ticks, long divisor) {
        return ticks <= 0 ? 0 : (ticks + divisor - 1) / divisor;
    }

    public State state(long clearAt) {
        return new ClearAt(Math.floorDiv(clearAt, perMicro), Math.floorMod(clearAt, perMicro));
    }

    /** Returns the instant of a state that was made by a limit {@linkplain #isInStepWith in step} with this one. */
    public long clearAt(State state) {
        ClearAt clear = (ClearAt) state;
        return clear.micros() * perMicro + clear.rest();
    }
}
