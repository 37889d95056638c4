package io.weir.limit;

import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.State;

/**
 * A queue with a constant outflow: each request is told how long to wait for its turn, and refused when the queue is full.
 *
 * <p>The capacity counts the requests not yet released, the one going now included. Of 101 requests at once on a capacity
 * of 100 at 10 per second, 100 pass with delays of 0, 0.1 … 9.9 s and the last may come back in 0.1 s. A cost of n takes n
 * turns and goes at the first of them.
 */
final class LeakyBucket extends Bucket {

    private LeakyBucket(Rate outflow, long capacity) {
        super(outflow, capacity);
    }

    static LeakyBucket of(Rate outflow, long capacity) {
        return new LeakyBucket(outflow, capacity);
    }

    @Override
    public Algorithm algorithm() {
        return Algorithm.LEAKY_BUCKET;
    }

    @Override
    boolean delays() {
        return true;
    }

    /** The time until all that came before has gone. */
    @Override
    public long delayMicros(State state, long nowMicros) {
        return resetAfterMicros(state, nowMicros);
    }

    /** Returns the last turn in the queue only: the turns behind an earlier one have been promised already. */
    @Override
    public State giveBack(State state, State taken, long nowMicros, long cost) {
        return state.equals(taken) ? without((ClearAt) state, nowMicros, timeOf(cost)) : state;
    }

    @Override
    public String toString() {
        return "leaky bucket " + rate() + " capacity " + capacity();
    }
}
