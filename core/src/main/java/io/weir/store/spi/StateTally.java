package io.weir.store.spi;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Limit.StateChange;
import io.weir.limit.spi.State;

/** The tally of a counter with the state of any limit. */
public class StateTally implements Tally {

    private State before;
    private State state;

    public StateTally(State state) {
        this.before = state;
        this.state = state;
    }

    /** Prepares for the next call: {@link #undo} will restore the state as it is now. */
    public final void nextCall() {
        restart(state);
    }

    protected final void restart(State from) {
        before = from;
        state = from;
    }

    protected final State before() {
        return before;
    }

    public final State state() {
        return state;
    }

    @Override
    public Decision take(Limit limit, long cost, long nowMicros) {
        StateChange change = limit.decide(state, nowMicros, cost);
        state = change.next();
        return change.decision();
    }

    @Override
    public Decision overdraw(Limit limit, long cost, long nowMicros) {
        state = limit.overdraw(limit.mend(state, nowMicros), nowMicros, cost);
        return untouched(limit, nowMicros);
    }

    @Override
    public Decision mend(Limit limit, long nowMicros) {
        state = limit.mend(state, nowMicros);
        return untouched(limit, nowMicros);
    }

    private Decision untouched(Limit limit, long nowMicros) {
        return Decision.allowed(limit, state, nowMicros, limit.delayMicros(state, nowMicros));
    }

    @Override
    public final Decision peek(Limit limit, long cost, long nowMicros) {
        return limit.peek(state, nowMicros, cost);
    }

    @Override
    public final void undo() {
        state = before;
    }
}
