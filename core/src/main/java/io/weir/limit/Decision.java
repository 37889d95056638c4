package io.weir.limit;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** The answer to one charge: whether it may go, what remains, and how long to wait. */
public final class Decision {

    private final Limit limit;
    private final long remaining;
    private final long resetAfterMicros;
    private final long atMicros;

    /** The delay when allowed, minus the retry-after when denied: they never stand together, and every byte counts here. */
    private final long waitMicros;

    private Decision(Limit limit, State state, long atMicros, long waitMicros) {
        this.limit = limit;
        this.remaining = limit.remaining(state, atMicros);
        this.resetAfterMicros = limit.resetAfterMicros(state, atMicros);
        this.atMicros = atMicros;
        this.waitMicros = waitMicros;
    }

    private Decision(Decision other, long waitMicros) {
        this.limit = other.limit;
        this.remaining = other.remaining;
        this.resetAfterMicros = other.resetAfterMicros;
        this.atMicros = other.atMicros;
        this.waitMicros = waitMicros;
    }

    /** Allowed, leaving that state. */
    public static Decision allowed(Limit limit, State state, long atMicros, long delayMicros) {
        return new Decision(limit, state, atMicros, delayMicros);
    }

    /** Denied, leaving that state, until a wait of at least a microsecond is over. */
    public static Decision denied(Limit limit, State state, long atMicros, long retryAfterMicros) {
        return new Decision(limit, state, atMicros, -retryAfterMicros);
    }

    /** The same, but denied until a wait of at least a microsecond is over. */
    public Decision deniedFor(long retryAfterMicros) {
        return new Decision(this, -retryAfterMicros);
    }

    public boolean allowed() {
        return waitMicros >= 0;
    }

    /** The limit's capacity. */
    public long limit() {
        return limit.capacity();
    }

    /** The permits left after this decision. */
    public long remaining() {
        return remaining;
    }

    /** The time until the whole limit is free again if nothing else is taken. */
    public Duration resetAfter() {
        return micros(resetAfterMicros);
    }

    /** The time after which the same charge succeeds if nothing else is taken: not a microsecond less. Zero when allowed. */
    public Duration retryAfter() {
        return micros(retryAfterMicros());
    }

    /** How long the caller has to hold the request before it goes on: a leaky bucket's turn, zero elsewhere. */
    public Duration delay() {
        return micros(delayMicros());
    }

    /** The store's time at which this was decided. */
    public Instant at() {
        return Instant.EPOCH.plus(micros(atMicros));
    }

    public long resetAfterMicros() {
        return resetAfterMicros;
    }

    public long retryAfterMicros() {
        return Math.max(0, -waitMicros);
    }

    public long delayMicros() {
        return Math.max(0, waitMicros);
    }

    public long atMicros() {
        return atMicros;
    }

    private static Duration micros(long micros) {
        return Duration.ofSeconds(micros / 1_000_000, micros % 1_000_000 * 1_000);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Decision that
                && limit() == that.limit()
                && remaining == that.remaining
                && resetAfterMicros == that.resetAfterMicros
                && atMicros == that.atMicros
                && waitMicros == that.waitMicros;
    }

    @Override
    public int hashCode() {
        return Objects.hash(remaining, resetAfterMicros, atMicros, waitMicros);
    }

    @Override
    public String toString() {
        String wait = allowed() ? (waitMicros == 0 ? "" : ", goes in " + delay()) : ", retry after " + retryAfter();
        return (allowed() ? "allowed" : "denied") + ": " + remaining + " of " + limit() + " left" + wait
                + ", reset after " + resetAfter();
    }
}
