package io.weir.memory;

import io.weir.limit.Limit;
import io.weir.limit.spi.ClearAt;
import io.weir.limit.spi.State;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A cell that holds the state of any limit. */
final class StateCell extends CounterCell {

    /** Compared with other states by identity. */
    private static final State HELD = new ClearAt(-2, -2);

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(StateCell.class, "state", State.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** The kind of cell, which decides how its bytes are bounded. */
    private enum Kind {
        OWN,
        SHARED,
        NEWCOMER
    }

    private final Kind kind;
    private volatile State state;
    private Limit limit;

    private StateCell(long order, Kind kind, Limit limit, State state) {
        super(order);
        this.kind = kind;
        this.limit = limit;
        this.state = state;
    }

    static StateCell own(long order, Limit limit, State state) {
        return new StateCell(order, Kind.OWN, limit, state);
    }

    static StateCell shared(long order, Limit limit) {
        return new StateCell(order, Kind.SHARED, limit, limit.fresh());
    }

    static StateCell newcomer(long order, Limit limit) {
        return new StateCell(order, Kind.NEWCOMER, limit, limit.fresh());
    }

    @Override
    boolean isShared() {
        return kind == Kind.SHARED;
    }

    @Override
    boolean isNewcomer() {
        return kind == Kind.NEWCOMER;
    }

    @Override
    boolean fits(Limit other) {
        return true;
    }

    @Override
    Limit limit() {
        return limit;
    }

    @Override
    void limit(Limit by) {
        if (limit != by) {
            limit = by;
        }
    }

    @Override
    int bytes(State of) {
        return of.bytes();
    }

    @Override
    boolean isDead() {
        return state == DEAD;
    }

    @Override
    State read() {
        int spins = 0;
        State seen = state;
        while (seen == HELD) {
            spins = pause(spins);
            seen = state;
        }
        return seen;
    }

    @Override
    boolean swap(State seen, State next, Limit by) {
        if (!STATE.compareAndSet(this, seen, next)) {
            return false;
        }
        limit(by);
        return true;
    }

    @Override
    boolean kill(State seen) {
        return STATE.compareAndSet(this, seen, DEAD);
    }

    @Override
    HeldCell toBeHeld() {
        return new HeldStateCell(this);
    }

    /** Waits until no other thread holds this cell, then holds it; returns {@link #DEAD} if it is dead. */
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

    /** Only for the thread that holds this cell. */
    void release(State next, Limit by) {
        limit(by);
        STATE.setRelease(this, next);
    }
}
