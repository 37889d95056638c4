package io.weir.service.live;

/**
 * The counts of the last slots, seconds or minutes, in an array that never grows. A slot is a number of seconds or minutes since
 * 1970; slots without counts are zero. Thread-safe.
 */
final class CountRing {

    private final int slots;
    private final int[] cells;
    private long newest;

    CountRing(int slots) {
        this.slots = slots;
        this.cells = new int[slots * LiveCounts.COLUMNS];
    }

    /** Adds counts to a slot. A slot that is older than the ring is dropped, as after a step of the clock. */
    synchronized void add(long slot, LiveCounts counts) {
        advance(slot);
        if (slot <= newest - slots) {
            return;
        }
        int at = at(slot);
        for (int column = 0; column < LiveCounts.COLUMNS; column++) {
            cells[at + column] = (int) Math.min(Integer.MAX_VALUE, (long) cells[at + column] + counts.values()[column]);
        }
    }

    /** Clears the slots between the newest one and this one. */
    private void advance(long slot) {
        long first = Math.max(newest + 1, slot - slots + 1);
        for (long empty = first; empty <= slot; empty++) {
            int at = at(empty);
            for (int column = 0; column < LiveCounts.COLUMNS; column++) {
                cells[at + column] = 0;
            }
        }
        newest = Math.max(newest, slot);
    }

    /** The counts of a slot; none if the ring does not have it. */
    synchronized LiveCounts get(long slot) {
        LiveCounts counts = LiveCounts.none();
        if (slot <= newest && slot > newest - slots) {
            System.arraycopy(cells, at(slot), counts.values(), 0, LiveCounts.COLUMNS);
        }
        return counts;
    }

    /** The sum of so many slots up to that one. */
    LiveCounts sum(long last, int count) {
        LiveCounts sum = LiveCounts.none();
        for (long slot = last - count + 1; slot <= last; slot++) {
            sum = sum.plus(get(slot));
        }
        return sum;
    }

    private int at(long slot) {
        return (int) Math.floorMod(slot, (long) slots) * LiveCounts.COLUMNS;
    }
}
