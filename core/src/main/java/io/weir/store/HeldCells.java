package io.weir.store;

import io.weir.limit.Limit;
import io.weir.limit.State;
import java.util.Arrays;
import java.util.List;

/** The cells of one call, all held at once, and the states they will be released with. */
final class HeldCells implements Call.States, AutoCloseable {

    private final Cells table;

    /** Distinct, in their order. */
    private final Cell[] cells;

    private final State[] before;
    private final State[] states;
    private final Limit[] limits;
    private final int[] cellOfCharge;

    private HeldCells(Cells table, Cell[] cells, State[] before, int[] cellOfCharge) {
        this.table = table;
        this.cells = cells;
        this.before = before;
        this.states = before.clone();
        this.limits = new Limit[cells.length];
        for (int i = 0; i < cells.length; i++) {
            limits[i] = cells[i].limit();
        }
        this.cellOfCharge = cellOfCharge;
    }

    /** Waits until all cells are held. */
    static HeldCells of(List<Charge> charges, Cells table) {
        while (true) {
            Cell[] found = new Cell[charges.size()];
            for (int i = 0; i < found.length; i++) {
                found[i] = table.cellOf(charges.get(i));
            }
            Cell[] distinct = distinct(found);
            State[] before = new State[distinct.length];
            if (holdAll(distinct, before)) {
                int[] cellOfCharge = new int[found.length];
                for (int i = 0; i < found.length; i++) {
                    cellOfCharge[i] = Arrays.binarySearch(distinct, found[i]);
                }
                return new HeldCells(table, distinct, before, cellOfCharge);
            }
        }
    }

    private static Cell[] distinct(Cell[] found) {
        Cell[] sorted = found.clone();
        Arrays.sort(sorted);
        int count = 0;
        for (Cell cell : sorted) {
            if (count == 0 || cell != sorted[count - 1]) {
                sorted[count++] = cell;
            }
        }
        return Arrays.copyOf(sorted, count);
    }

    private static boolean holdAll(Cell[] cells, State[] before) {
        for (int held = 0; held < cells.length; held++) {
            State state = cells[held].hold();
            if (state == Cell.DEAD) {
                for (int i = 0; i < held; i++) {
                    cells[i].release(before[i], cells[i].limit());
                }
                return false;
            }
            before[held] = state;
        }
        return true;
    }

    @Override
    public State state(int charge) {
        return states[cellOfCharge[charge]];
    }

    @Override
    public void state(int charge, State next, Limit by) {
        states[cellOfCharge[charge]] = next;
        limits[cellOfCharge[charge]] = by;
    }

    @Override
    public void undo() {
        System.arraycopy(before, 0, states, 0, states.length);
    }

    @Override
    public void close() {
        for (int i = 0; i < cells.length; i++) {
            cells[i].release(states[i], limits[i]);
        }
        for (int i = 0; i < cells.length; i++) {
            table.changed(cells[i], before[i], states[i]);
        }
    }
}
