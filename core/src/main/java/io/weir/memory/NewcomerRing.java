package io.weir.memory;

import io.weir.limit.Limit;
import io.weir.limit.spi.State;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Newcomers that got their own cells because the shared cells deny newcomers in general, the oldest first. Their cells
 * are in the same tables as all others. The ring bounds their bytes and drops the oldest cell first, whatever its
 * count.
 *
 * <p>A fresh cell is not dropped: a call on several new keys creates all their cells before it charges the first, and
 * would start over for ever if creating one cell dropped another.
 */
final class NewcomerRing {

    // Bytes of the entry and slot of a LinkedHashMap, and of the place.
    static final int BYTES_PER_CELL = 80;

    private static final int MOST_FRESH = 8;

    /** The location of a cell: its table and its key. */
    record Place(ConcurrentHashMap<Object, CounterCell> table, Object key) {}

    private final long maxBytes;
    private final EvictionHand.Killer killer;
    private final LongAdder bytes = new LongAdder();
    private final LongAdder evictions = new LongAdder();

    /** The cells in the order of their arrival, compared by identity. Guarded by this. */
    private final Map<CounterCell, Place> cells = new LinkedHashMap<>();

    /** Written under the lock, read without it. */
    private volatile boolean empty = true;

    NewcomerRing(long maxBytes, EvictionHand.Killer killer) {
        this.maxBytes = maxBytes;
        this.killer = killer;
    }

    boolean isEmpty() {
        return empty;
    }

    synchronized void add(CounterCell cell, Place place) {
        cells.put(cell, place);
        empty = false;
    }

    synchronized void remove(CounterCell cell) {
        cells.remove(cell);
        empty = cells.isEmpty();
    }

    /** Removes the oldest cell from the ring, but not from its table. */
    synchronized Map.@Nullable Entry<CounterCell, Place> removeOldest() {
        Iterator<Map.Entry<CounterCell, Place>> oldest = cells.entrySet().iterator();
        if (!oldest.hasNext()) {
            return null;
        }
        Map.Entry<CounterCell, Place> entry = oldest.next();
        oldest.remove();
        empty = cells.isEmpty();
        return entry;
    }

    /**
     * Drops the oldest cells, but not the given one, until the rest are within the bound; returns false if that is
     * impossible.
     */
    synchronized boolean makeRoom(@Nullable CounterCell except) {
        while (bytes.sum() >= maxBytes) {
            if (!dropOldest(except)) {
                return false;
            }
        }
        return true;
    }

    private boolean dropOldest(@Nullable CounterCell except) {
        int tried = 0;
        for (Map.Entry<CounterCell, Place> entry : cells.entrySet()) {
            if (tried++ > MOST_FRESH) {
                return false;
            }
            CounterCell cell = entry.getKey();
            if (cell != except && drop(cell, entry.getValue())) {
                return true;
            }
        }
        return false;
    }

    private boolean drop(CounterCell cell, Place place) {
        while (true) {
            State seen = cell.read();
            Limit limit = cell.limit();
            if (seen == limit.fresh()) {
                return false;
            }
            if (seen == CounterCell.DEAD) {
                cells.remove(cell);
                return true;
            }
            // A successful kill removes the cell from this ring too.
            if (killer.kill(place.table(), place.key(), cell, seen)) {
                evictions.increment();
                return true;
            }
        }
    }

    LongAdder bytes() {
        return bytes;
    }

    long evictions() {
        return evictions.sum();
    }
}
