package io.weir.memory;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Keeps the {@link HeldCells} of earlier calls for reuse, because they are most of the garbage of a call on several
 * cells. There is one slot for each thread and number of charges; a thread that finds its slot empty creates a new
 * object.
 */
final class HeldCellsPool {

    // Powers of two. The slots of one thread fill one cache line.
    private static final int THREADS = 64;
    private static final int SIZES = 16;

    private final AtomicReferenceArray<HeldCells> places = new AtomicReferenceArray<>(THREADS * SIZES);

    HeldCells take(int charges) {
        HeldCells spare = places.getAndSet(place(charges), null);
        return spare == null || spare.charges() != charges ? new HeldCells(charges) : spare;
    }

    /** To be called after the cells were released. */
    void giveBack(HeldCells cells) {
        places.setRelease(place(cells.charges()), cells);
    }

    private static int place(int charges) {
        return (int) (Thread.currentThread().getId() & (THREADS - 1)) * SIZES + (charges & (SIZES - 1));
    }
}
