package io.weir.memory;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Ticks;
import io.weir.limit.spi.State;

/** A held {@link TickCell}, with the state of a bucket in ticks. */
final class HeldTickCell implements HeldCell {

    private TickCell cell;
    private long before = TickCell.DEAD_MARK;
    private long clearAt = TickCell.DEAD_MARK;
    private Ticks ticks;

    HeldTickCell(TickCell cell) {
        this.cell = cell;
        this.ticks = cell.ticks();
    }

    /** Reuses this object for another cell, after the last one was released. */
    HeldTickCell reused(TickCell other) {
        cell = other;
        ticks = other.ticks();
        return this;
    }

    @Override
    public CounterCell cell() {
        return cell;
    }

    @Override
    public boolean hold() {
        before = cell.hold();
        clearAt = before;
        ticks = cell.ticks();
        return before != TickCell.DEAD_MARK;
    }

    @Override
    public State state() {
        return clearAt == TickCell.FRESH ? ticks.limit().fresh() : ticks.state(clearAt);
    }

    @Override
    public Decision take(Limit limit, long cost, long nowMicros) {
        chargedBy(limit);
        long mended = mended(nowMicros);
        long after = ticks.after(mended, nowMicros, cost);
        long retryAfter = ticks.retryAfter(after, nowMicros);
        clearAt = retryAfter > 0 ? mended : after;
        return retryAfter > 0 ? ticks.denied(mended, nowMicros, retryAfter) : ticks.allowed(mended, after, nowMicros);
    }

    @Override
    public Decision overdraw(Limit limit, long cost, long nowMicros) {
        chargedBy(limit);
        clearAt = ticks.drained(nowMicros);
        return ticks.allowed(clearAt, clearAt, nowMicros);
    }

    @Override
    public Decision mend(Limit limit, long nowMicros) {
        chargedBy(limit);
        long mended = mended(nowMicros);
        if (clearAt != TickCell.FRESH) {
            clearAt = mended;
        }
        return ticks.allowed(mended, mended, nowMicros);
    }

    @Override
    public Decision peek(Limit limit, long cost, long nowMicros) {
        Ticks by = ticksOf(limit);
        long mended = clearAt == TickCell.FRESH ? 0 : by.mend(clearAt, nowMicros);
        long retryAfter = by.retryAfter(by.after(mended, nowMicros, cost), nowMicros);
        return retryAfter > 0 ? by.denied(mended, nowMicros, retryAfter) : by.allowed(mended, mended, nowMicros);
    }

    private void chargedBy(Limit limit) {
        ticks = ticksOf(limit);
    }

    /** Only limits in step with this cell's limit get here. */
    private Ticks ticksOf(Limit limit) {
        return limit == ticks.limit() ? ticks : limit.ticks().orElseThrow();
    }

    private long mended(long nowMicros) {
        return clearAt == TickCell.FRESH ? 0 : ticks.mend(clearAt, nowMicros);
    }

    @Override
    public void undo() {
        clearAt = before;
    }

    @Override
    public void release() {
        cell.release(clearAt, ticks);
    }

    @Override
    public void kill() {
        cell.release(TickCell.DEAD_MARK, ticks);
    }

    /** All states take the same number of bytes. */
    @Override
    public void account(CellTable table) {}
}
