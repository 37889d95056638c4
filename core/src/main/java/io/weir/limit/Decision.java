package io.weir.limit;

import io.weir.limit.spi.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The answer to one charge: whether it may go, what remains, and how long to wait. */
public abstract sealed class Decision
        permits Decision.Computed, Decision.Adjusted, Decision.Unasked, Ticks.TickDecision {

    private final long atMicros;

    Decision(long atMicros) {
        this.atMicros = atMicros;
    }

    /** Allowed, leaving that state. */
    public static Decision allowed(Limit limit, State state, long atMicros, long delayMicros) {
        return new Computed(limit, state, atMicros, delayMicros);
    }

    /** Denied, leaving that state, until a wait of at least a microsecond is over. */
    public static Decision denied(Limit limit, State state, long atMicros, long retryAfterMicros) {
        return new Computed(limit, state, atMicros, -retryAfterMicros);
    }

    /** A decision that works out its figures from the state when it is asked for them. */
    static final class Computed extends Decision {

        private final Limit limit;
        private final State state;
        private final long waitMicros;

        private Computed(Limit limit, State state, long atMicros, long waitMicros) {
            super(atMicros);
            this.limit = limit;
            this.state = state;
            this.waitMicros = waitMicros;
        }

        @Override
        Limit of() {
            return limit;
        }

        @Override
        public State state() {
            return state;
        }

        @Override
        public long remaining() {
            return limit.remaining(state, atMicros());
        }

        @Override
        public long overdrawn() {
            return limit.overdrawn(state, atMicros());
        }

        @Override
        public long resetAfterMicros() {
            return limit.resetAfterMicros(state, atMicros());
        }

        @Override
        long waitMicros() {
            return waitMicros;
        }
    }

    /** Another decision with a wait of its own, or one that is said to be degraded. */
    static final class Adjusted extends Decision {

        private final Decision other;
        private final long waitMicros;
        private final boolean degraded;

        private Adjusted(Decision other, long waitMicros, boolean degraded) {
            super(other.atMicros);
            this.other = other;
            this.waitMicros = waitMicros;
            this.degraded = degraded;
        }

        @Override
        Limit of() {
            return other.of();
        }

        @Override
        public State state() {
            return other.state();
        }

        @Override
        public long remaining() {
            return other.remaining();
        }

        @Override
        public long overdrawn() {
            return other.overdrawn();
        }

        @Override
        public long resetAfterMicros() {
            return other.resetAfterMicros();
        }

        @Override
        long waitMicros() {
            return waitMicros;
        }

        @Override
        public boolean degraded() {
            return degraded;
        }
    }

    /** What is said of a limit that nobody has asked: all of it is left, or nothing. */
    static final class Unasked extends Decision {

        private final Limit limit;
        private final long waitMicros;

        private Unasked(Limit limit, long atMicros, long waitMicros) {
            super(atMicros);
            this.limit = limit;
            this.waitMicros = waitMicros;
        }

        @Override
        Limit of() {
            return limit;
        }

        @Override
        public State state() {
            return limit.fresh();
        }

        @Override
        public long remaining() {
            return allowed() ? limit.capacity() : 0;
        }

        @Override
        public long overdrawn() {
            return allowed() ? 0 : 1;
        }

        @Override
        public long resetAfterMicros() {
            return retryAfterMicros();
        }

        @Override
        long waitMicros() {
            return waitMicros;
        }
    }

    /** For stores: the limit was not asked and did not decide; nothing was taken. */
    public static Decision skipped(Limit limit, long atMicros) {
        return new Unasked(limit, atMicros, 0);
    }

    /** For stores: the limit could not be asked, and nothing goes without it. */
    public static Decision refused(Limit limit, long atMicros, long retryAfterMicros) {
        return new Unasked(limit, atMicros, -retryAfterMicros).asDegraded();
    }

    /** The same, made without the store that should have made it. */
    public final Decision asDegraded() {
        return new Adjusted(this, waitMicros(), true);
    }

    /** Whether the shared store could not be asked, and this was decided as the charge wants it then. */
    public boolean degraded() {
        return false;
    }

    /** The same, but denied until a wait of at least a microsecond is over. */
    public final Decision deniedFor(long retryAfterMicros) {
        return new Adjusted(this, -retryAfterMicros, degraded());
    }

    public boolean allowed() {
        return waitMicros() >= 0;
    }

    /** The limit that decided. */
    abstract Limit of();

    /** For stores: the state that was left. */
    public abstract State state();

    /** The limit's capacity. */
    public final long limit() {
        return of().capacity();
    }

    /** The permits left after this decision. */
    public abstract long remaining();

    /**
     * The permits taken beyond the limit: what a fixed window was made to count, or had counted before it was lowered. Where a limit
     * refuses because it cannot be asked, one; zero elsewhere.
     */
    public long overdrawn() {
        return 0;
    }

    /** The time until the whole limit is free again if nothing else is taken. */
    public final Duration resetAfter() {
        return micros(resetAfterMicros());
    }

    /** The time after which the same charge succeeds if nothing else is taken: not a microsecond less. Zero when allowed. */
    public final Duration retryAfter() {
        return micros(retryAfterMicros());
    }

    /** How long the caller has to hold the request before it goes on: a leaky bucket's turn, zero elsewhere. */
    public final Duration delay() {
        return micros(delayMicros());
    }

    /** The store's time at which this was decided. */
    public final Instant at() {
        return Instant.EPOCH.plus(micros(atMicros));
    }

    public abstract long resetAfterMicros();

    /** A delay when allowed, minus a retry-after when denied: they never stand together, and every byte counts here. */
    abstract long waitMicros();

    public final long retryAfterMicros() {
        return Math.max(0, -waitMicros());
    }

    public final long delayMicros() {
        return Math.max(0, waitMicros());
    }

    public final long atMicros() {
        return atMicros;
    }

    private static Duration micros(long micros) {
        return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof Decision that
                && limit() == that.limit()
                && remaining() == that.remaining()
                && overdrawn() == that.overdrawn()
                && resetAfterMicros() == that.resetAfterMicros()
                && atMicros == that.atMicros
                && waitMicros() == that.waitMicros()
                && degraded() == that.degraded();
    }

    @Override
    public final int hashCode() {
        return Objects.hash(remaining(), resetAfterMicros(), atMicros, waitMicros());
    }

    @Override
    public final String toString() {
        String wait = allowed() ? (delayMicros() == 0 ? "" : ", goes in " + delay()) : ", retry after " + retryAfter();
        return (allowed() ? "allowed" : "denied") + ": " + remaining() + " of " + limit() + " left" + wait
                + ", reset after " + resetAfter() + (degraded() ? ", degraded" : "");
    }
}
