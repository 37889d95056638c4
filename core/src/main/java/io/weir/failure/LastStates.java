package io.weir.failure;

import io.weir.limit.Decision;
import io.weir.limit.spi.State;
import io.weir.store.Charge;
import io.weir.store.Charge.Counter;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The last known states of the shared counters that were charged last. Each counter has one slot, which it shares with
 * other counters, so the table never grows and remembering a state is a single write.
 */
final class LastStates {

    /** The approximate size of an entry in bytes, including its key and its decision. */
    private static final int BYTES_PER_PLACE = 256;

    private static final int PARTS_OF_HEAP = 64;
    private static final int FEWEST_PLACES = 1 << 10;
    private static final int MOST_PLACES = 1 << 18;

    /** @param receivedMicros when this process received the state, by its own clock */
    private record Entry(Counter counter, Decision decision, long receivedMicros) {

        /**
         * Returns the state as of this process's clock. The travel time of the answer makes it later, and therefore
         * stricter.
         */
        State state() {
            return decision.state().shifted(receivedMicros - decision.atMicros());
        }
    }

    private final AtomicReferenceArray<@Nullable Entry> places;

    /** Sized to take a small part of the heap. */
    LastStates() {
        this(Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP / BYTES_PER_PLACE);
    }

    /** Creates a table with about this many slots; the number is rounded to a power of two. */
    LastStates(long number) {
        long bounded = Math.max(FEWEST_PLACES, Math.min(MOST_PLACES, number));
        this.places = new AtomicReferenceArray<>((int) Long.highestOneBit(bounded));
    }

    private int place(Counter counter) {
        int hash = counter.hashCode();
        return (hash ^ hash >>> 16) & (places.length() - 1);
    }

    /** A fresh state is not remembered: it says nothing, and skipped charges have it too. */
    void note(List<Charge> charges, List<Decision> decisions, long nowMicros) {
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            Decision decision = decisions.get(i);
            if (decision.state() != charge.limit().fresh()) {
                places.setRelease(place(charge.counter()), new Entry(charge.counter(), decision, nowMicros));
            }
        }
    }

    /** Returns whether a state of the counter is known. */
    boolean has(Counter counter) {
        Entry entry = places.getAcquire(place(counter));
        return entry != null && entry.counter().equals(counter);
    }

    /** Removes and returns the last state of the counter, as of this process's clock; empty if none is known. */
    @Nullable
    State take(Counter counter) {
        int place = place(counter);
        Entry entry = places.getAcquire(place);
        boolean found = entry != null && entry.counter().equals(counter) && places.compareAndSet(place, entry, null);
        return found ? entry.state() : null;
    }
}
