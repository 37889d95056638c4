package io.weir.store;

import java.util.List;

/** The cells of one call, all held at once. */
final class HeldCells implements AutoCloseable {

    private final Cells table;

    /** One for each charge; the same one for charges on the same cell. */
    private final Held[] ofCharge;

    /** Each once, in the order of the cells. */
    private final Held[] inOrder;

    private int size;

    private HeldCells(Cells table, int charges) {
        this.table = table;
        this.ofCharge = new Held[charges];
        this.inOrder = new Held[charges];
    }

    /** Waits until all cells are held. */
    static HeldCells of(List<Charge> charges, Cells table) {
        while (true) {
            HeldCells cells = new HeldCells(table, charges.size());
            for (int i = 0; i < cells.ofCharge.length; i++) {
                cells.ofCharge[i] = cells.placed(table.cellOf(charges.get(i)));
            }
            if (cells.hold()) {
                return cells;
            }
        }
    }

    /** Finds the cell's place among those that are there already, and puts it there unless it is one of them. */
    private Held placed(Cell cell) {
        int place = size;
        while (place > 0 && inOrder[place - 1].cell().compareTo(cell) > 0) {
            place--;
        }
        if (place > 0 && inOrder[place - 1].cell() == cell) {
            return inOrder[place - 1];
        }
        System.arraycopy(inOrder, place, inOrder, place + 1, size - place);
        size++;
        Held held = cell.toBeHeld();
        inOrder[place] = held;
        return held;
    }

    /** Holds all cells, or none if one of them is dead. */
    private boolean hold() {
        for (int i = 0; i < size; i++) {
            if (!inOrder[i].hold()) {
                size = i;
                close();
                return false;
            }
        }
        return true;
    }

    /** One for each charge. */
    Tally[] tallies() {
        return ofCharge;
    }

    /** Accounts after the last release: making room may look at any cell, and would wait for one that is held. */
    @Override
    public void close() {
        for (int i = 0; i < size; i++) {
            inOrder[i].release();
        }
        for (int i = 0; i < size; i++) {
            inOrder[i].account(table);
        }
    }
}
