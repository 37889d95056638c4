package io.weir.memory;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.spi.State;
import io.weir.store.spi.StateTally;

/** A held {@link StateCell}, with the state of any limit. */
final class HeldStateCell extends StateTally implements HeldCell {

    private final StateCell cell;
    private Limit limit;

    HeldStateCell(StateCell cell) {
        super(CounterCell.DEAD);
        this.cell = cell;
        this.limit = cell.limit();
    }

    @Override
    public CounterCell cell() {
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
        return held != CounterCell.DEAD;
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
        cell.release(CounterCell.DEAD, limit);
    }

    @Override
    public void account(CellTable table) {
        table.changed(cell, before(), state());
    }
}
