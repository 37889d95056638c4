package io.weir.limit;

import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.State;

/**
 * A queue with a constant outflow. Each request gets a delay until its turn, and is denied if the queue is full.
 *
 * <p>The capacity counts the requests that are not released yet, including the one whose turn it is. Of 101 requests at
 * once on a capacity of 100 at 10 per second, 100 are allowed with delays of 0, 0.1 … 9.9 s, and the last one may retry
 * after 0.1 s. A cost of n takes n turns, and the request goes at the first of them.
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

    /** Returns the time until everything before this request has left the queue. */
    @Override
    public long delayMicros(State state, long nowMicros) {
        return resetAfterMicros(state, nowMicros);
    }

    /** Returns only the last turn in the queue, because the turns behind an earlier one have been promised already. */
    @Override
    public State giveBack(State state, State taken, long nowMicros, long cost) {
        return state.equals(taken) ? without((ClearAt) state, nowMicros, timeOf(cost)) : state;
    }

    @Override
    public String toString() {
        return "leaky bucket " + rate() + " capacity " + capacity();
    }
}
