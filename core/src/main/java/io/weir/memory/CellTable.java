package io.weir.memory;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.TokenBucket;
import io.weir.limit.spi.State;
import io.weir.memory.NewcomerRing.Place;
import io.weir.store.Charge;
import io.weir.time.TimeSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cells of all counters, by algorithm and key, bounded in bytes.
 *
 * <p>Once an eighth of the memory is used, every newcomer (a key without a cell) moves the {@link EvictionHand} on a
 * little, so idle keys are dropped without a timer; before that, searching for them would cost more than they do. At
 * the bound, a newcomer replaces a cell that can be spared. If the hand finds none, the newcomer shares an
 * {@link Overflow} cell with other keys. If the shared cells deny newcomers in general, the newcomer gets a cell that
 * the {@link NewcomerRing} soon drops. So an attacker with many keys can neither exhaust the heap, nor make the store
 * forget earlier keys, nor lock out all new ones.
 */
class CellTable {

    // Bytes of the table's node and slot, the cell, the key's String and its array: on 64 bits with compressed
    // pointers.
    private static final int BYTES_PER_CELL = 112;
    private static final int BYTES_PER_COUNTER = 24;

    static final long LEAST_BYTES = 1_000_000;

    private final TimeSource time;
    private final long ownBytes;
    private final long sweptFromBytes;
    private final long maxBytes;

    /** For each algorithm a table for plain keys, and one table for all other {@linkplain Charge.Counter counters}. */
    private final List<ConcurrentHashMap<Object, CounterCell>> tables;

    private final ConcurrentHashMap<Object, CounterCell> tokenBuckets;
    private final ConcurrentHashMap<Object, CounterCell> counters;
    private final EvictionHand hand;
    private final Overflow overflow;
    private final NewcomerRing ring;
    private final AtomicLong nextOrder = new AtomicLong();
    private final LongAdder bytes = new LongAdder();

    @SuppressWarnings("EnumOrdinal") // The tables are in the order of the algorithms.
    CellTable(TimeSource time, long maxBytes) {
        if (maxBytes < LEAST_BYTES) {
            throw new IllegalArgumentException("maxBytes must be at least " + LEAST_BYTES + ", but was " + maxBytes);
        }
        this.time = time;
        this.maxBytes = maxBytes;
        long overflowBytes = maxBytes / 8;
        long ringBytes = maxBytes / 16;
        this.ownBytes = maxBytes - overflowBytes - ringBytes;
        this.sweptFromBytes = ownBytes / 8;
        this.tables = Stream.generate(() -> new ConcurrentHashMap<Object, CounterCell>())
                .limit(Algorithm.values().length + 1)
                .toList();
        this.tokenBuckets = tables.get(Algorithm.TOKEN_BUCKET.ordinal());
        this.counters = tables.get(Algorithm.values().length);
        this.hand = new EvictionHand(tables, this::kill);
        this.overflow = new Overflow(overflowBytes, nextOrder);
        this.ring = new NewcomerRing(ringBytes, this::kill);
    }

    /** Creates another hand, for tests that evict at will. */
    EvictionHand newHand() {
        return new EvictionHand(tables, this::kill);
    }

    @SuppressWarnings("EnumOrdinal") // Never null, unlike the result of EnumMap.get.
    private ConcurrentHashMap<Object, CounterCell> table(Limit limit) {
        // Most limits are token buckets, and this check is faster than the lookup.
        return limit instanceof TokenBucket
                ? tokenBuckets
                : tables.get(limit.algorithm().ordinal());
    }

    private ConcurrentHashMap<Object, CounterCell> table(Charge charge) {
        return charge.rule().isEmpty() ? table(charge.limit()) : counters;
    }

    /** Returns the key of the charge's cell in its table. */
    private static Object key(Charge charge) {
        return charge.rule().isEmpty() ? charge.key() : charge.counter();
    }

    /** Returns the charge's cell, own or shared, if there is one. */
    @Nullable
    CounterCell find(Charge charge) {
        CounterCell own = own(charge);
        return own != null ? own : overflow.find(charge);
    }

    /** Returns the state of the charge's counter; the fresh state if the charge would get its own cell. */
    State state(Charge charge) {
        CounterCell cell = find(charge);
        State state = cell == null || (cell.isShared() && overflow.deniesNewcomers(cell, charge, time.nowMicros()))
                ? CounterCell.DEAD
                : cell.read();
        return state == CounterCell.DEAD ? charge.limit().fresh() : state;
    }

    /** Returns the counter's own cell if there is one, dead or alive. */
    @Nullable
    CounterCell peek(String key, String rule, Limit limit) {
        return rule.isEmpty() ? table(limit).get(key) : counters.get(new Charge.Counter(limit.algorithm(), key, rule));
    }

    /** Returns the charge's own cell if there is one, dead or alive. */
    @Nullable
    CounterCell peek(Charge charge) {
        return table(charge).get(key(charge));
    }

    /** Returns the charge's cell, which fits its limit; creates it if necessary. The cell may die at any time. */
    CounterCell cellOf(Charge charge) {
        CounterCell own = own(charge);
        return own == null ? newcomer(charge) : fitting(own, charge);
    }

    /** Returns the cell if it fits the charge's limit, or a new cell with the same state that replaces it. */
    CounterCell fitting(CounterCell cell, Charge charge) {
        if (cell.fits(charge.limit())) {
            return cell;
        }
        HeldCell held = cell.toBeHeld();
        if (!held.hold()) {
            return cell;
        }
        return replaced(held, new Place(table(charge), key(charge)));
    }

    /** Replaces a held cell by an ordinary one with the same state. */
    private CounterCell replaced(HeldCell held, Place place) {
        State state = held.state();
        CounterCell cell = held.cell();
        CounterCell other = StateCell.own(nextOrder.getAndIncrement(), cell.limit(), state);
        place.table().replace(place.key(), cell, other);
        held.kill();
        bytesOf(cell).add(-bytes(place.key(), cell, state));
        bytes.add(bytes(place.key(), other, state));
        return other;
    }

    private @Nullable CounterCell own(Charge charge) {
        CounterCell cell = table(charge).get(key(charge));
        if (cell != null && cell.isDead()) {
            table(charge).remove(key(charge), cell);
            return null;
        }
        return cell;
    }

    private CounterCell newcomer(Charge charge) {
        long nowMicros = time.nowMicros();
        CounterCell shared = overflow.find(charge);
        boolean lockedOut = shared != null && overflow.deniesNewcomers(shared, charge, nowMicros);
        // A key that may have used its shared cell stays with it until the cell is idle. With its own cell, it would
        // start
        // afresh.
        boolean stays = shared != null && !lockedOut && !shared.isIdle(nowMicros);
        if (!stays && makeRoom()) {
            return added(charge, CounterCell.own(nextOrder.getAndIncrement(), charge.limit()));
        }
        return lockedOut && ring.makeRoom(null)
                ? added(charge, StateCell.newcomer(nextOrder.getAndIncrement(), charge.limit()))
                : overflow.cellOf(charge);
    }

    /** Returns the cell, or the one that another thread has added earlier. */
    private CounterCell added(Charge charge, CounterCell cell) {
        CounterCell earlier = table(charge).putIfAbsent(key(charge), cell);
        if (earlier != null) {
            return earlier;
        }
        bytesOf(cell).add(bytes(key(charge), cell, charge.limit().fresh()));
        if (cell.isNewcomer()) {
            ring.add(cell, new Place(table(charge), key(charge)));
        }
        return cell;
    }

    /** Returns the counter of the bytes of such cells. */
    private LongAdder bytesOf(CounterCell cell) {
        return cell.isNewcomer() ? ring.bytes() : bytes;
    }

    private boolean makeRoom() {
        long used = bytes.sum();
        if (used >= sweptFromBytes && used < ownBytes) {
            hand.sweep(time.nowMicros());
        }
        while (used >= ownBytes) {
            if (!hand.evict(time.nowMicros())) {
                return false;
            }
            used = bytes.sum();
        }
        if (!ring.isEmpty()) {
            settleOldest();
        }
        return true;
    }

    /** Replaces the ring's oldest cell by an ordinary one. */
    private void settleOldest() {
        Map.Entry<CounterCell, Place> oldest = ring.removeOldest();
        if (oldest != null) {
            HeldCell held = oldest.getKey().toBeHeld();
            if (held.hold()) {
                replaced(held, oldest.getValue());
            }
        }
    }

    /** Removes a cell from its table if its state has not changed since {@code seen}. */
    boolean kill(ConcurrentHashMap<Object, CounterCell> table, Object key, CounterCell cell, State seen) {
        if (!cell.kill(seen)) {
            return false;
        }
        table.remove(key, cell);
        bytesOf(cell).add(-bytes(key, cell, seen));
        if (cell.isNewcomer()) {
            ring.remove(cell);
        }
        return true;
    }

    /** Removes the cells that were created for these charges but never charged, because eviction spares fresh cells. */
    void discardFresh(List<Charge> charges) {
        for (Charge charge : charges) {
            CounterCell cell = own(charge);
            State fresh = charge.limit().fresh();
            if (cell != null && cell.read() == fresh) {
                kill(table(charge), key(charge), cell, fresh);
            }
        }
    }

    /** Makes the charge's counter fresh, and the counters of all keys that share its cell. */
    void forget(Charge charge) {
        CounterCell cell = find(charge);
        while (cell != null) {
            State seen = cell.read();
            boolean done = seen == CounterCell.DEAD
                    || (own(charge) == cell
                            ? kill(table(charge), key(charge), cell, seen)
                            : cell.swap(seen, charge.limit().fresh(), charge.limit()));
            if (done) {
                return;
            }
        }
    }

    /**
     * Accounts for a cell's change of state. If the table grew beyond the bound and no cell can be spared, this cell
     * shrinks.
     */
    void changed(CounterCell cell, State before, State after) {
        int grown = cell.bytes(after) - cell.bytes(before);
        if (grown == 0 || cell.isShared()) {
            return;
        }
        bytesOf(cell).add(grown);
        if (grown > 0 && !(cell.isNewcomer() ? ring.makeRoom(cell) : makeRoom())) {
            shrink(cell);
        }
    }

    private void shrink(CounterCell cell) {
        State seen = cell.read();
        State smaller = seen.smaller();
        if (seen != CounterCell.DEAD && cell.swap(seen, smaller, cell.limit())) {
            bytesOf(cell).add(cell.bytes(smaller) - cell.bytes(seen));
        }
    }

    private static long bytes(Object key, CounterCell cell, State state) {
        int inRing = cell.isNewcomer() ? NewcomerRing.BYTES_PER_CELL : 0;
        return BYTES_PER_CELL + inRing + bytes(key) + cell.bytes(state);
    }

    /** Returns the bytes of the key's text; the text of a rule is shared by all its counters. */
    private static long bytes(Object key) {
        return key instanceof Charge.Counter counter
                ? BYTES_PER_COUNTER + bytes(counter.key())
                : (long) ((String) key).length() * bytesPerCharacter((String) key);
    }

    private static int bytesPerCharacter(String key) {
        for (int i = 0; i < key.length(); i++) {
            if (key.charAt(i) > 0xFF) {
                return 2;
            }
        }
        return 1;
    }

    MemoryStore.Usage usage() {
        return new MemoryStore.Usage(
                tables.stream().mapToLong(ConcurrentHashMap::mappingCount).sum(),
                overflow.cells(),
                bytes.sum() + overflow.bytes() + ring.bytes().sum(),
                maxBytes,
                hand.idleEvictions(),
                hand.earlyEvictions(),
                ring.evictions(),
                overflow.charges());
    }
}
