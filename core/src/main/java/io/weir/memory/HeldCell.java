package io.weir.memory;

import io.weir.limit.spi.State;
import io.weir.store.spi.Tally;

/** A cell that one call holds, so that nobody else can charge it, and the state it will be released with. */
interface HeldCell extends Tally {

    CounterCell cell();

    /** Waits until the cell is free and holds it; false if it is dead. */
    boolean hold();

    State state();

    void release();

    /** Releases the cell as a dead one. */
    void kill();

    /** Accounts for the heap that the released state takes. */
    void account(CellTable table);
}
