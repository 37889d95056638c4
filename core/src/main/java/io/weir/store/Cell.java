package io.weir.store;

import io.weir.limit.ClearAt;
import io.weir.limit.Limit;
import io.weir.limit.State;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One counter in memory: a state that is swapped by compare-and-set.
 *
 * <p>A call on several cells holds them: it swaps each state for a mark that makes others wait, in the order of the cells
 * so that no two calls wait for each other. A cell that is evicted dies first, by the same compare-and-set, so that nobody
 * can charge a cell that the table has lost; whoever meets a dead cell starts over from the table.
 */
final class Cell implements Comparable<Cell> {

    // Marks, told apart from states by identity.
    static final State DEAD = new ClearAt(-1, -1);
    private static final State HELD = new ClearAt(-2, -2);

    private static final VarHandle STATE;
    private static final int SPINS_BEFORE_YIELDING = 100;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Cell.class, "state", State.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Where this cell stands among those held together. */
    final long order;

    /** Whether several keys share it. */
    final boolean shared;

    private volatile State state;

    /** The limit that was charged last, by which eviction judges; which of two racing ones does not matter. */
    private Limit limit;

    private Cell(long order, boolean shared, Limit limit) {
        this.order = order;
        this.shared = shared;
        this.limit = limit;
        this.state = limit.fresh();
    }

    static Cell own(long order, Limit limit) {
        return new Cell(order, false, limit);
    }

    static Cell shared(long order, Limit limit) {
        return new Cell(order, true, limit);
    }

    @Override
    public int compareTo(Cell other) {
        return Long.compare(order, other.order);
    }

    Limit limit() {
        return limit;
    }

    /** Notes the limit of a charge that changed nothing. */
    void limit(Limit by) {
        if (limit != by) {
            limit = by;
        }
    }

    boolean isDead() {
        return state == DEAD;
    }

    /** Whether the state is as good as fresh. */
    boolean isIdle(long nowMicros) {
        State seen = read();
        return seen == DEAD || limit.resetAfterMicros(limit.mend(seen, nowMicros), nowMicros) == 0;
    }

    /** The state, or {@link #DEAD}. */
    State read() {
        int spins = 0;
        State seen = state;
        while (seen == HELD) {
            spins = pause(spins);
            seen = state;
        }
        return seen;
    }

    boolean swap(State seen, State next, Limit by) {
        if (!STATE.compareAndSet(this, seen, next)) {
            return false;
        }
        limit(by);
        return true;
    }

    /** Makes this cell dead if its state is still the one seen. */
    boolean kill(State seen) {
        return STATE.compareAndSet(this, seen, DEAD);
    }

    /** Holds this cell until {@link #release} and returns its state; a dead cell is not held. */
    State hold() {
        int spins = 0;
        while (true) {
            State seen = state;
            if (seen == DEAD) {
                return DEAD;
            }
            if (seen != HELD && STATE.compareAndSet(this, seen, HELD)) {
                return seen;
            }
            spins = pause(spins);
        }
    }

    void release(State next, Limit by) {
        limit = by;
        state = next;
    }

    @SuppressWarnings("ThreadPriorityCheck") // Held cells are held for nanoseconds, unless their holder lost its core.
    private static int pause(int spins) {
        if (spins < SPINS_BEFORE_YIELDING) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
        return spins + 1;
    }
}
