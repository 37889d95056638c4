package io.weir.memory;

import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.store.spi.SipHash;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The cells that newcomers share if there is no room for their own cells.
 *
 * <p>There are 65,536 for each limit. A hash with a secret key selects the cell, so no client can aim at the cell of
 * another one. Cells are created when needed, accounted for at their largest size, and never removed. When the cells
 * have used up their share of the memory, newcomers share up to 256 cells of their limit, as many as fit into a hundred
 * kilobytes and at least one. If the shared cells deny newcomers in general, newcomers get their
 * own cells, which the {@link NewcomerRing} bounds.
 */
final class Overflow {

    private static final int CELLS_PER_LIMIT = 65_536;
    private static final int CELLS_WHEN_FULL = 256;
    private static final int BYTES_WHEN_FULL = 100_000;
    private static final int BYTES_PER_CELL = 96;

    // If a share f of the cells denies, the probability that a newcomer is denied and none of the other cells denies is
    // f × (1 - f)^16: at most 2.3 %.
    private static final int OTHERS = 16;
    private static final long BETWEEN_OTHERS = 0x9E3779B97F4A7C15L;

    private static final SipHash HASH = SipHash.withRandomKey();

    private record Place(Limit limit, int number) {}

    private final long maxBytes;
    private final AtomicLong nextOrder;
    private final ConcurrentHashMap<Place, CounterCell> cells = new ConcurrentHashMap<>();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder charges = new LongAdder();

    Overflow(long maxBytes, AtomicLong nextOrder) {
        this.maxBytes = maxBytes;
        this.nextOrder = nextOrder;
    }

    /** Returns the cell that the charge shares, if it was created already. */
    @Nullable
    CounterCell find(Charge charge) {
        if (cells.isEmpty()) {
            return null;
        }
        return find(charge.limit(), hash(charge));
    }

    private @Nullable CounterCell find(Limit limit, long hash) {
        CounterCell cell = cells.get(place(limit, hash, CELLS_PER_LIMIT));
        return cell != null ? cell : cells.get(place(limit, hash, cellsWhenFull(limit)));
    }

    /**
     * Returns whether the shared cell denies the charge because newcomers in general are denied: keys with other hashes
     * would be denied too. If only this cell denies, most likely this very key has used it up.
     */
    boolean deniesNewcomers(CounterCell shared, Charge charge, long nowMicros) {
        if (!denies(shared, charge, nowMicros)) {
            return false;
        }
        long hash = hash(charge);
        boolean alone = true;
        for (int i = 1; i <= OTHERS; i++) {
            CounterCell other = find(charge.limit(), hash + i * BETWEEN_OTHERS);
            if (other != shared) {
                alone = false;
                if (other != null && denies(other, charge, nowMicros)) {
                    return true;
                }
            }
        }
        return alone;
    }

    private static boolean denies(CounterCell cell, Charge charge, long nowMicros) {
        Limit limit = charge.limit();
        return limit.retryAfterMicros(limit.mend(cell.read(), nowMicros), nowMicros, charge.cost()) > 0;
    }

    CounterCell cellOf(Charge charge) {
        charges.increment();
        CounterCell found = find(charge);
        if (found != null) {
            return found;
        }
        Limit limit = charge.limit();
        boolean room = bytes() + mostBytes(limit) + BYTES_WHEN_FULL <= maxBytes;
        int many = room ? CELLS_PER_LIMIT : cellsWhenFull(limit);
        return cells.computeIfAbsent(place(limit, hash(charge), many), place -> {
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

    private static long hash(Charge charge) {
        return HASH.of(charge.key() + charge.rule());
    }

    private static Place place(Limit limit, long hash, int many) {
        return new Place(limit, Math.floorMod(hash, many));
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
