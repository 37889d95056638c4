package io.weir.store;

import io.weir.limit.Limit;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The cells that newcomers share when there is no room for cells of their own: 65,536 for each limit, chosen by a hash that
 * nobody outside can compute, so that nobody can aim at another's cell. They are made as needed, accounted for at their
 * largest, and never leave. When they have used up their share of the memory, those who find no cell share a few of their
 * limit, which together take a hundred kilobytes at most, or are one.
 */
final class Overflow {

    private static final int CELLS_PER_LIMIT = 65_536;
    private static final int CELLS_WHEN_FULL = 256;
    private static final int BYTES_WHEN_FULL = 100_000;
    private static final int BYTES_PER_CELL = 96;

    private static final SipHash HASH = SipHash.withRandomKey();

    private record Place(Limit limit, int number) {}

    private final long maxBytes;
    private final AtomicLong nextOrder;
    private final ConcurrentHashMap<Place, Cell> cells = new ConcurrentHashMap<>();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder charges = new LongAdder();

    Overflow(long maxBytes, AtomicLong nextOrder) {
        this.maxBytes = maxBytes;
        this.nextOrder = nextOrder;
    }

    /** The cell that the charge shares, if anyone has needed it yet. */
    @Nullable
    Cell find(Charge charge) {
        if (cells.isEmpty()) {
            return null;
        }
        long hash = HASH.of(charge.key() + charge.rule());
        Cell cell = cells.get(place(charge, hash, CELLS_PER_LIMIT));
        return cell != null ? cell : cells.get(place(charge, hash, cellsWhenFull(charge.limit())));
    }

    Cell cellOf(Charge charge) {
        charges.increment();
        Cell found = find(charge);
        if (found != null) {
            return found;
        }
        Limit limit = charge.limit();
        boolean room = bytes() + mostBytes(limit) + BYTES_WHEN_FULL <= maxBytes;
        int many = room ? CELLS_PER_LIMIT : cellsWhenFull(limit);
        return cells.computeIfAbsent(place(charge, HASH.of(charge.key() + charge.rule()), many), place -> {
            bytes.add(mostBytes(limit));
            return StateCell.shared(nextOrder.getAndIncrement(), limit);
        });
    }

    private static int mostBytes(Limit limit) {
        return BYTES_PER_CELL + limit.mostStateBytes();
    }

    private static int cellsWhenFull(Limit limit) {
        return Math.max(1, Math.min(CELLS_WHEN_FULL, BYTES_WHEN_FULL / mostBytes(limit)));
    }

    private static Place place(Charge charge, long hash, int many) {
        return new Place(charge.limit(), Math.floorMod(hash, many));
    }

    long cells() {
        return cells.mappingCount();
    }

    long bytes() {
        return bytes.sum();
    }

    long charges() {
        return charges.sum();
    }
}
