package io.weir.memory;

import io.weir.limit.Limit;
import io.weir.limit.spi.State;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Walks around the tables like the hand of a clock and picks cells that can be spared. Idle cells, whose state is
 * equivalent to a fresh one, can be spared at any time. If room is needed, the least used cell of a sample can be
 * spared too, as long as less than a tenth of its limit is used. A fresh cell is never picked, because a call on
 * several new keys creates all their cells before it charges the first. A cell that the {@link NewcomerRing} bounds is
 * not picked either.
 */
final class EvictionHand {

    private static final int CELLS_PER_SWEEP = 2;
    private static final int CELLS_PER_EVICTION = 8;

    private static final double SPARABLE = 0.1;

    /** Removes a cell from its table if its state is still {@code seen}. */
    interface Killer {
        boolean kill(ConcurrentHashMap<Object, CounterCell> table, Object key, CounterCell cell, State seen);
    }

    private final List<ConcurrentHashMap<Object, CounterCell>> tables;
    private final Killer killer;
    private final LongAdder idleEvictions = new LongAdder();
    private final LongAdder earlyEvictions = new LongAdder();

    private final ReentrantLock turning = new ReentrantLock();
    private int table;
    private Iterator<Map.Entry<Object, CounterCell>> hand = Collections.emptyIterator();

    EvictionHand(List<ConcurrentHashMap<Object, CounterCell>> tables, Killer killer) {
        this.tables = tables;
        this.killer = killer;
    }

    /** Drops the idle ones among the next few cells, unless another thread is doing so. */
    void sweep(long nowMicros) {
        if (turning.tryLock()) {
            try {
                for (int i = 0; i < CELLS_PER_SWEEP; i++) {
                    Sight sight = next(nowMicros);
                    if (sight != null && sight.idle) {
                        drop(sight);
                    }
                }
            } finally {
                turning.unlock();
            }
        }
    }

    /** Drops one cell that can be spared; returns false if none was found nearby. */
    boolean evict(long nowMicros) {
        turning.lock();
        try {
            Sight spare = null;
            for (int i = 0; i < CELLS_PER_EVICTION; i++) {
                Sight sight = next(nowMicros);
                if (sight == null) {
                    break;
                }
                if ((sight.idle || sight.usedOnce) && drop(sight)) {
                    return true;
                }
                if (sight.consumed < SPARABLE && (spare == null || sight.consumed < spare.consumed)) {
                    spare = sight;
                }
            }
            return spare != null && drop(spare);
        } finally {
            turning.unlock();
        }
    }

    private boolean drop(Sight sight) {
        if (!killer.kill(sight.table, sight.key, sight.cell, sight.state)) {
            return false;
        }
        (sight.idle ? idleEvictions : earlyEvictions).increment();
        return true;
    }

    /**
     * A cell and the state that was seen in it.
     *
     * @param consumed the used part of its limit
     * @param usedOnce whether it can be spared, and no other cell more than this one
     */
    private record Sight(
            ConcurrentHashMap<Object, CounterCell> table,
            Object key,
            CounterCell cell,
            State state,
            boolean idle,
            double consumed,
            boolean usedOnce) {}

    private @Nullable Sight next(long nowMicros) {
        for (int tried = 0; !hand.hasNext(); tried++) {
            if (tried == tables.size()) {
                return null;
            }
            table = (table + 1) % tables.size();
            hand = tables.get(table).entrySet().iterator();
        }
        Map.Entry<Object, CounterCell> entry = hand.next();
        CounterCell cell = entry.getValue();
        State state = cell.read();
        Limit limit = cell.limit();
        boolean spared = state == CounterCell.DEAD || state == limit.fresh() || cell.isNewcomer();
        State mended = spared ? state : limit.mend(state, nowMicros);
        boolean idle = !spared && limit.resetAfterMicros(mended, nowMicros) == 0;
        long used = spared ? limit.capacity() : limit.capacity() - limit.remaining(mended, nowMicros);
        double consumed = (double) used / limit.capacity();
        boolean usedOnce = used == 1 && consumed < SPARABLE;
        return new Sight(tables.get(table), entry.getKey(), cell, state, idle, consumed, usedOnce);
    }

    long idleEvictions() {
        return idleEvictions.sum();
    }

    long earlyEvictions() {
        return earlyEvictions.sum();
    }
}
