package io.weir.memory;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.State;
import io.weir.store.spi.StateTally;

/** A held cell with the state of any limit. */
final class HeldState extends StateTally implements Held {

    private final StateCell cell;
    private Limit limit;

    HeldState(StateCell cell) {
        super(Cell.DEAD);
        this.cell = cell;
        this.limit = cell.limit();
    }

    @Override
    public Cell cell() {
        return cell;
    }

    @Override
    public boolean isShared() {
        return cell.isShared();
    }

    @Override
    public boolean hold() {
        State held = cell.hold();
        restart(held);
        limit = cell.limit();
        return held != Cell.DEAD;
    }

    @Override
    public Decision take(Limit by, long cost, long nowMicros) {
        limit = by;
        return super.take(by, cost, nowMicros);
    }

    @Override
    public Decision overdraw(Limit by, long cost, long nowMicros) {
        limit = by;
        return super.overdraw(by, cost, nowMicros);
    }

    @Override
    public Decision mend(Limit by, long nowMicros) {
        limit = by;
        return super.mend(by, nowMicros);
    }

    @Override
    public void release() {
        cell.release(state(), limit);
    }

    @Override
    public void kill() {
        cell.release(Cell.DEAD, limit);
    }

    @Override
    public void account(Cells table) {
        table.changed(cell, before(), state());
    }
}
