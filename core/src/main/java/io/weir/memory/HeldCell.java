package io.weir.memory;

import io.weir.limit.spi.State;
import io.weir.store.spi.Tally;

/** A cell that one call holds exclusively, and the state that it will have after its release. */
interface HeldCell extends Tally {

    CounterCell cell();

    /** Waits until the cell is free, then holds it; returns false if it is dead. */
    boolean hold();

    State state();

    void release();

    /** Releases the cell as a dead one. */
    void kill();

    /** Accounts for the heap of the released state. */
    void account(CellTable table);
}
