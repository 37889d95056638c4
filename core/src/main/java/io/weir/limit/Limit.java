package io.weir.limit;

import io.weir.limit.spi.State;
import java.util.Optional;

/**
 * An algorithm with its numbers. It contains all arithmetic of rate limiting as pure functions from one immutable
 * {@link State} to the next; a store only keeps the states and swaps them atomically.
 *
 * <p>A store decides in two steps. First {@link #mend} corrects a stored state after the clock was set back or the
 * numbers were changed; usually it returns the same instance. Then {@link #retryAfterMicros} says whether the cost
 * fits, and {@link #take} takes it. All other methods expect a mended state, except {@link #giveBack},
 * {@link #stricter}, {@link #decide} and {@link #peek}, which expect the stored one.
 *
 * <p>Costs are from 1 to the capacity, or to {@link #mostCounted}; {@code Charge} rejects other costs earlier.
 */
public sealed interface Limit permits Bucket, WindowLimit {

    /** A burst up to the capacity, then the rate: {@code "100/min burst 150"}. */
    static TokenBucket parse(String text) {
        return Shorthand.tokenBucket(text);
    }

    static TokenBucket tokenBucket(Rate rate) {
        return TokenBucket.of(rate);
    }

    static Limit leakyBucket(Rate outflow, long capacity) {
        return LeakyBucket.of(outflow, capacity);
    }

    static Limit fixedWindow(Rate rate) {
        return FixedWindow.of(rate);
    }

    static Limit slidingWindow(Rate rate) {
        return SlidingWindow.of(rate);
    }

    static Limit slidingWindowCounter(Rate rate) {
        return SlidingWindowCounter.of(rate);
    }

    Algorithm algorithm();

    Rate rate();

    /** Returns the most permits that can be taken at one instant. */
    long capacity();

    /**
     * Returns the name of this limit's counters, which is added to their keys so that a key has one counter for each
     * limit: {@code "limit:10/s"}, or {@code "limit:100/min:150"} with a separate capacity. Always the same object;
     * equal for equal limits only.
     */
    String counterName();

    /** Returns the state of a key that was never charged. Always the same instance, which no charge returns. */
    State fresh();

    /** Returns approximately how many bytes of heap the largest state takes. */
    default int mostStateBytes() {
        return fresh().bytes();
    }

    /** Returns the stored state, corrected after the clock was set back or the limit's numbers were changed. */
    State mend(State stored, long nowMicros);

    /** Returns a state that never allows more than either of the two states, now or later. */
    State stricter(State one, State other, long nowMicros);

    /** Returns the exact time until the cost fits if nothing else is taken; 0 if it fits now. */
    long retryAfterMicros(State state, long nowMicros, long cost);

    /** Returns the state after taking a cost that fits. */
    State take(State state, long nowMicros, long cost);

    /**
     * Returns the state after counting a cost that does not fit: nothing is left, or less than nothing if the limit can
     * count that.
     */
    State overdraw(State state, long nowMicros, long cost);

    /** Returns the largest cost that can be counted even if it does not fit. */
    default long mostCounted() {
        return capacity();
    }

    /**
     * Returns the state after giving back the part of a cost that has not come back with time yet; never above the
     * capacity. Returns the same instance if there is no such part.
     *
     * @param state the stored state, not mended
     * @param taken the state right after the cost was taken
     */
    State giveBack(State state, State taken, long nowMicros, long cost);

    /** Returns how many permits could be taken now. */
    long remaining(State state, long nowMicros);

    /** Returns how many permits were taken beyond the capacity, if the limit can count them. */
    default long overdrawn(State state, long nowMicros) {
        return 0;
    }

    /** Returns how long until the whole capacity is free if nothing else is taken; 0 if it is free now. */
    long resetAfterMicros(State state, long nowMicros);

    /** Returns how long a request that is taken now must be delayed. */
    default long delayMicros(State state, long nowMicros) {
        return 0;
    }

    /** Returns the three numbers of this limit that the Lua scripts need to repeat its arithmetic. */
    long[] numbers();

    /** Returns the two numbers of a cost that the Lua scripts need. */
    default long[] numbersOf(long cost) {
        return new long[] {cost, 0};
    }

    /** Returns the same arithmetic on a single long, if the limit supports it. */
    default Optional<Ticks> ticks() {
        return Optional.empty();
    }

    /** A decision and the state to store after it; the same instance if there is nothing to write. */
    record StateChange(State next, Decision decision) {}

    /** Decides and takes: one complete charge, for a caller that has exclusive access to the state. */
    default StateChange decide(State stored, long nowMicros, long cost) {
        State state = mend(stored, nowMicros);
        long retryAfter = retryAfterMicros(state, nowMicros, cost);
        if (retryAfter > 0) {
            return new StateChange(state, Decision.denied(this, state, nowMicros, retryAfter));
        }
        State next = take(state, nowMicros, cost);
        return new StateChange(next, Decision.allowed(this, next, nowMicros, delayMicros(state, nowMicros)));
    }

    /** Returns the decision that {@link #decide} would make, with the permits that remain while nothing is taken. */
    default Decision peek(State stored, long nowMicros, long cost) {
        State state = mend(stored, nowMicros);
        long retryAfter = retryAfterMicros(state, nowMicros, cost);
        return retryAfter > 0
                ? Decision.denied(this, state, nowMicros, retryAfter)
                : Decision.allowed(this, state, nowMicros, delayMicros(state, nowMicros));
    }
}
