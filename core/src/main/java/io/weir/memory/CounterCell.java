package io.weir.memory;

import io.weir.limit.Limit;
import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.State;

/**
 * One counter in memory: a state that is swapped by compare-and-set.
 *
 * <p>A call on several cells holds them: it swaps each state for a mark that makes others wait, in the order of the cells
 * so that no two calls wait for each other. A cell that is evicted dies first, by the same compare-and-set, so that nobody
 * can charge a cell that the table has lost; whoever meets a dead cell starts over from the table.
 */
abstract sealed class CounterCell implements Comparable<CounterCell> permits StateCell, TickCell {

    /** What a dead cell holds, told apart from states by identity. */
    static final State DEAD = new ClearAt(-1, -1);

    private static final int SPINS_BEFORE_YIELDING = 100;

    /** Where this cell stands among those held together. */
    private final long order;

    CounterCell(long order) {
        this.order = order;
    }

    /** A cell for that limit that was never charged. */
    static CounterCell own(long order, Limit limit) {
        return limit.ticks().isPresent()
                ? new TickCell(order, limit.ticks().get())
                : StateCell.own(order, limit, limit.fresh());
    }

    @Override
    public final int compareTo(CounterCell other) {
        return Long.compare(order, other.order);
    }

    /** Whether several keys share it. */
    abstract boolean isShared();

    /** Whether it is bounded by the {@link NewcomerRing}. */
    abstract boolean isNewcomer();

    /** Whether it can hold the states of that limit. */
    abstract boolean fits(Limit other);

    /** The limit that was charged last, by which eviction judges; which of two racing ones does not matter. */
    abstract Limit limit();

    /** Notes the limit of a charge that changed nothing. */
    abstract void limit(Limit by);

    /** About how much heap that state takes here, beside the cell itself. */
    abstract int bytes(State state);

    abstract boolean isDead();

    /** The state, or {@link #DEAD}. */
    abstract State read();

    /** Puts the next state in the place of the one seen, unless that has changed; the limit is the one that made it. */
    abstract boolean swap(State seen, State next, Limit by);

    /** Makes this cell dead if its state is still the one seen. */
    abstract boolean kill(State seen);

    /** This cell, for a call that is about to hold it. */
    abstract HeldCell toBeHeld();

    /** Whether the state is as good as fresh. */
    final boolean isIdle(long nowMicros) {
        State seen = read();
        Limit by = limit();
        return seen == DEAD || by.resetAfterMicros(by.mend(seen, nowMicros), nowMicros) == 0;
    }

    @SuppressWarnings("ThreadPriorityCheck") // Held cells are held for nanoseconds, unless their holder lost its core.
    static int pause(int spins) {
        if (spins < SPINS_BEFORE_YIELDING) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
        return spins + 1;
    }
}
