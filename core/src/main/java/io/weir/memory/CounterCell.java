package io.weir.memory;

import io.weir.limit.Limit;
import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.State;

/**
 * One counter in memory: a state that is swapped by compare-and-set.
 *
 * <p>A call on several cells holds them: it replaces each state by a mark that makes other threads wait. Calls hold
 * their cells in the order of the cells, so no two calls wait for each other. A cell that is evicted is marked as dead
 * first, by the same compare-and-set, so no thread can charge a cell that is no longer in the table. A thread that
 * finds a dead cell looks into the table again.
 */
abstract sealed class CounterCell implements Comparable<CounterCell> permits StateCell, TickCell {

    /** The content of a dead cell, compared by identity. */
    static final State DEAD = new ClearAt(-1, -1);

    private static final int SPINS_BEFORE_YIELDING = 100;

    /** The position of this cell in the order in which cells are held. */
    private final long order;

    CounterCell(long order) {
        this.order = order;
    }

    /** Creates a fresh cell for this limit. */
    static CounterCell own(long order, Limit limit) {
        return limit.ticks().isPresent()
                ? new TickCell(order, limit.ticks().get())
                : StateCell.own(order, limit, limit.fresh());
    }

    @Override
    public final int compareTo(CounterCell other) {
        return Long.compare(order, other.order);
    }

    /** Returns whether several keys share this cell. */
    abstract boolean isShared();

    /** Returns whether the {@link NewcomerRing} bounds this cell. */
    abstract boolean isNewcomer();

    /** Returns whether this cell can hold the states of the limit. */
    abstract boolean fits(Limit other);

    /** Returns the limit that was charged last, which eviction uses. If two charges race, either may be returned. */
    abstract Limit limit();

    /** Remembers the limit of a charge that changed nothing. */
    abstract void limit(Limit by);

    /** Returns approximately how many bytes of heap the state takes, beside the cell itself. */
    abstract int bytes(State state);

    abstract boolean isDead();

    /** Returns the state, or {@link #DEAD}. */
    abstract State read();

    /** Replaces the state {@code seen} by the next one, made by this limit; returns false if the state has changed. */
    abstract boolean swap(State seen, State next, Limit by);

    /** Marks this cell as dead if its state is still {@code seen}. */
    abstract boolean kill(State seen);

    /** Returns this cell for a call that is about to hold it. */
    abstract HeldCell toBeHeld();

    /** Returns whether the state is equivalent to a fresh one. */
    final boolean isIdle(long nowMicros) {
        State seen = read();
        Limit by = limit();
        return seen == DEAD || by.resetAfterMicros(by.mend(seen, nowMicros), nowMicros) == 0;
    }

    @SuppressWarnings("ThreadPriorityCheck") // Cells are held for nanoseconds, unless the holding thread lost its core.
    static int pause(int spins) {
        if (spins < SPINS_BEFORE_YIELDING) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
        return spins + 1;
    }
}
