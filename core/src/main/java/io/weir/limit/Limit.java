package io.weir.limit;

import io.weir.limit.spi.State;
import java.util.Optional;

/**
 * An algorithm with its numbers: all the arithmetic of rate limiting, as pure functions from one immutable {@link State}
 * to the next. A store only keeps the states and swaps them atomically.
 *
 * <p>A store decides in two steps. {@link #mend} first puts right what a clock that stepped back, or numbers that have
 * changed, made of the stored state; it returns the very same state in the ordinary case. Then {@link #retryAfterMicros}
 * says whether the cost fits, and {@link #take} takes it. All other methods read a mended state, except
 * {@link #giveBack}, {@link #stricter}, {@link #decide} and {@link #peek}, which take the stored one.
 *
 * <p>Costs are from 1 to the capacity, or to {@link #mostCounted}; {@code Charge} refuses others before they come here.
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

    /** The most permits that can be had at one instant. */
    long capacity();

    /**
     * What its counters are called beside their keys, so that one key has a counter for each limit: {@code "limit:10/s"}, or
     * {@code "limit:100/min:150"} with a capacity of its own. Always the same object; equal for equal limits only.
     */
    String counterName();

    /** The state of a key that was never charged: always the same object, which no charge leads back to. */
    State fresh();

    /** About how much heap its largest state takes. */
    default int mostStateBytes() {
        return fresh().bytes();
    }

    /** The stored state, or what it means after a step back of the clock or a change of this limit's numbers. */
    State mend(State stored, long nowMicros);

    /** A state of which never more can be had than of each of the two, now or later. */
    State stricter(State one, State other, long nowMicros);

    /** How long until the cost fits if nothing else is taken, exactly; 0 when it fits now. */
    long retryAfterMicros(State state, long nowMicros, long cost);

    /** The state after taking a cost that fits. */
    State take(State state, long nowMicros, long cost);

    /** The state after counting a cost that does not fit: all there is gone, or more than that where it can be counted. */
    State overdraw(State state, long nowMicros, long cost);

    /** The largest cost that can be counted even if it does not fit. */
    default long mostCounted() {
        return capacity();
    }

    /**
     * The state after returning the part of a cost that time has not returned yet, never above the capacity; the same state when
     * there is none.
     *
     * @param state the stored state, not mended
     * @param taken the state right after the cost was taken
     */
    State giveBack(State state, State taken, long nowMicros, long cost);

    /** How many permits could be taken now. */
    long remaining(State state, long nowMicros);

    /** How many permits have been taken beyond the capacity, where they can be counted. */
    default long overdrawn(State state, long nowMicros) {
        return 0;
    }

    /** How long until the whole capacity is free if nothing else is taken; 0 when it is free now. */
    long resetAfterMicros(State state, long nowMicros);

    /** How long a request taken now has to be held before it may go on. */
    default long delayMicros(State state, long nowMicros) {
        return 0;
    }

    /** This limit's three numbers, as a twin of its arithmetic in another language takes them. */
    long[] numbers();

    /** The two numbers of a cost, as a twin of this limit's arithmetic in another language takes them. */
    default long[] numbersOf(long cost) {
        return new long[] {cost, 0};
    }

    /** The same arithmetic on one number, if it can be had. */
    default Optional<Ticks> ticks() {
        return Optional.empty();
    }

    /** A decision, and the state a store keeps after it: the very same state when there is nothing to write. */
    record StateChange(State next, Decision decision) {}

    /** Decides and takes: the whole of one charge, for a caller that holds the state alone. */
    default StateChange decide(State stored, long nowMicros, long cost) {
        State state = mend(stored, nowMicros);
        long retryAfter = retryAfterMicros(state, nowMicros, cost);
        if (retryAfter > 0) {
            return new StateChange(state, Decision.denied(this, state, nowMicros, retryAfter));
        }
        State next = take(state, nowMicros, cost);
        return new StateChange(next, Decision.allowed(this, next, nowMicros, delayMicros(state, nowMicros)));
    }

    /** What {@link #decide} would say, with what remains as long as it is not called. */
    default Decision peek(State stored, long nowMicros, long cost) {
        State state = mend(stored, nowMicros);
        long retryAfter = retryAfterMicros(state, nowMicros, cost);
        return retryAfter > 0
                ? Decision.denied(this, state, nowMicros, retryAfter)
                : Decision.allowed(this, state, nowMicros, delayMicros(state, nowMicros));
    }
}
