package io.weir.memory;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.spi.Call;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All cells of one call, held together, with the objects that are needed to decide its charges. Reused for later calls
 * with the same number of charges.
 */
final class HeldCells {

    /** The cell of each charge; charges on the same cell have the same element. */
    private final HeldCell[] ofCharge;

    /** Each cell once, in the order of the cells. */
    private final HeldCell[] inOrder;

    /** Objects of earlier calls, to be reused. */
    private final @Nullable HeldTickCell[] spare;

    private final Decision[] decisions;
    private int size;

    HeldCells(int charges) {
        this.ofCharge = new HeldCell[charges];
        this.inOrder = new HeldCell[charges];
        this.spare = new HeldTickCell[charges];
        this.decisions = new Decision[charges];
    }

    int charges() {
        return ofCharge.length;
    }

    /** Waits until the cells of all charges are held. */
    void hold(List<Charge> charges, CellTable table) {
        do {
            size = 0;
            for (int i = 0; i < ofCharge.length; i++) {
                ofCharge[i] = placed(table.cellOf(charges.get(i)));
            }
        } while (!hold(table));
    }

    /** Returns the held cell of a cell, and adds it in order if it is not there yet. */
    private HeldCell placed(CounterCell cell) {
        int place = size;
        while (place > 0 && inOrder[place - 1].cell().compareTo(cell) > 0) {
            place--;
        }
        if (place > 0 && inOrder[place - 1].cell() == cell) {
            return inOrder[place - 1];
        }
        System.arraycopy(inOrder, place, inOrder, place + 1, size - place);
        HeldCell held = cell instanceof TickCell ticks ? ofTicks(ticks) : cell.toBeHeld();
        inOrder[place] = held;
        size++;
        return held;
    }

    private HeldCell ofTicks(TickCell cell) {
        HeldTickCell earlier = spare[size];
        HeldTickCell held = earlier == null ? new HeldTickCell(cell) : earlier.reused(cell);
        spare[size] = held;
        return held;
    }

    /** Holds all cells, or none of them if one is dead. */
    private boolean hold(CellTable table) {
        for (int i = 0; i < size; i++) {
            if (!inOrder[i].hold()) {
                size = i;
                release(table);
                return false;
            }
        }
        return true;
    }

    Answer decide(List<Charge> charges, long nowMicros) {
        return new Call(charges, ofCharge, nowMicros, decisions).decide();
    }

    /** Accounts after the last release, because making room may read any cell and would wait for a held one. */
    void release(CellTable table) {
        for (int i = 0; i < size; i++) {
            inOrder[i].release();
        }
        for (int i = 0; i < size; i++) {
            inOrder[i].account(table);
        }
    }
}
