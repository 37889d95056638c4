package io.weir.limit;

import io.weir.limit.spi.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The decision on one charge: whether it is allowed, what remains, and how long to wait. Immutable. */
public abstract sealed class Decision
        permits Decision.Computed, Decision.Adjusted, Decision.Unasked, Ticks.TickDecision {

    private final long atMicros;

    Decision(long atMicros) {
        this.atMicros = atMicros;
    }

    /** For stores: an allowed charge that leaves this state. */
    public static Decision allowed(Limit limit, State state, long atMicros, long delayMicros) {
        return new Computed(limit, state, atMicros, delayMicros);
    }

    /** For stores: a denied charge that leaves this state; the retry-after is at least a microsecond. */
    public static Decision denied(Limit limit, State state, long atMicros, long retryAfterMicros) {
        return new Computed(limit, state, atMicros, -retryAfterMicros);
    }

    /** A decision that computes its numbers from the state on demand. */
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

    /** A copy of another decision with a different wait, or marked as degraded. */
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

    /** A decision without asking the limit: all of it is left, or nothing. */
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

    /** For stores: the limit was not asked and nothing was taken. */
    public static Decision skipped(Limit limit, long atMicros) {
        return new Unasked(limit, atMicros, 0);
    }

    /** For stores: the limit could not be asked, and the charge is denied without it. */
    public static Decision refused(Limit limit, long atMicros, long retryAfterMicros) {
        return new Unasked(limit, atMicros, -retryAfterMicros).asDegraded();
    }

    /** Returns the same decision, marked as made without the shared store. */
    public final Decision asDegraded() {
        return new Adjusted(this, waitMicros(), true);
    }

    /** Returns whether the shared store failed and this was decided as the charge's {@code OnFailure} says. */
    public boolean degraded() {
        return false;
    }

    /** Returns the same decision as a denial with this retry-after, of at least a microsecond. */
    public final Decision deniedFor(long retryAfterMicros) {
        return new Adjusted(this, -retryAfterMicros, degraded());
    }

    public boolean allowed() {
        return waitMicros() >= 0;
    }

    /** The limit that decided. */
    abstract Limit of();

    /** For stores: returns the state after the decision. */
    public abstract State state();

    /** Returns the limit's capacity. */
    public final long limit() {
        return of().capacity();
    }

    /** Returns the permits left after this decision. */
    public abstract long remaining();

    /**
     * Returns the permits taken beyond the limit: a fixed window can count beyond its capacity, or its capacity may
     * have been lowered. The result is 1 if the limit was refused because it could not be asked, and 0 for other
     * limits.
     */
    public long overdrawn() {
        return 0;
    }

    /** Returns the time until the whole limit is free again if nothing else is taken. */
    public final Duration resetAfter() {
        return micros(resetAfterMicros());
    }

    /** Returns the exact time after which the same charge succeeds if nothing else is taken; zero if it was allowed. */
    public final Duration retryAfter() {
        return micros(retryAfterMicros());
    }

    /**
     * Returns how long the caller has to delay the request: the time to its turn in a leaky bucket, zero for other
     * limits.
     */
    public final Duration delay() {
        return micros(delayMicros());
    }

    /** Returns the store's time of this decision. */
    public final Instant at() {
        return Instant.EPOCH.plus(micros(atMicros));
    }

    public abstract long resetAfterMicros();

    /** The delay if allowed, minus the retry-after if denied. A decision never has both, and one field saves memory. */
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
