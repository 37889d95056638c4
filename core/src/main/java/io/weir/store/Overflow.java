package io.weir.store;

import io.weir.limit.Limit;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The cells that newcomers share when there is no room for cells of their own: 65,536 for each limit, chosen by a hash that
 * nobody outside can compute, so that nobody can aim at another's cell. They are made as needed and never leave. When they
 * have used up their share of the memory, those who find no cell share the first 256 of their limit.
 */
final class Overflow {

    private static final int CELLS_PER_LIMIT = 65_536;
    private static final int CELLS_WHEN_FULL = 256;
    private static final int BYTES_PER_CELL = 128;

    private static final SipHash HASH = SipHash.withRandomKey();

    private record Place(Limit limit, int number) {}

    private final long maxBytes;
    private final AtomicLong nextOrder;
    private final ConcurrentHashMap<Place, Cell> cells = new ConcurrentHashMap<>();
    private final LongAdder charges = new LongAdder();

    Overflow(long maxBytes, AtomicLong nextOrder) {
        this.maxBytes = maxBytes - CELLS_WHEN_FULL * BYTES_PER_CELL;
        this.nextOrder = nextOrder;
    }

    /** The cell that the charge shares, if anyone has needed it yet. */
    @Nullable
    Cell find(Charge charge) {
        if (cells.isEmpty()) {
            return null;
        }
        long hash = HASH.of(charge.key());
        Cell cell = cells.get(place(charge, hash, CELLS_PER_LIMIT));
        return cell != null ? cell : cells.get(place(charge, hash, CELLS_WHEN_FULL));
    }

    Cell cellOf(Charge charge) {
        charges.increment();
        Cell found = find(charge);
        if (found != null) {
            return found;
        }
        int many = bytes() < maxBytes ? CELLS_PER_LIMIT : CELLS_WHEN_FULL;
        return cells.computeIfAbsent(
                place(charge, HASH.of(charge.key()), many),
                place -> new Cell(nextOrder.getAndIncrement(), place.limit()));
    }

    private static Place place(Charge charge, long hash, int many) {
        return new Place(charge.limit(), Math.floorMod(hash, many));
    }

    long cells() {
        return cells.mappingCount();
    }

    long bytes() {
        return cells() * BYTES_PER_CELL;
    }

    long charges() {
        return charges.sum();
    }
}
