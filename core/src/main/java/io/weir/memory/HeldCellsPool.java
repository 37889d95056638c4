package io.weir.memory;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What earlier calls needed to {@linkplain HeldCells hold cells}, for later ones: it is more than all else that a call on
 * several cells makes. Whoever finds none in the place for his thread and number of charges makes another.
 */
final class HeldCellsPool {

    // Powers of two. The places of a thread fill a line of the processor's cache.
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
