package io.weir.failure;

import io.weir.limit.Decision;
import io.weir.limit.spi.State;
import io.weir.store.Charge;
import io.weir.store.Charge.Counter;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The last states that the shared store has told, of the counters that were asked for last: each counter has one place, which it
 * shares with others, so that their number never grows and noting one is a single write.
 */
final class LastStates {

    /** About what an entry takes, with the key and the decision that it holds on to. */
    private static final int BYTES_PER_PLACE = 256;

    private static final int PARTS_OF_HEAP = 64;
    private static final int FEWEST_PLACES = 1 << 10;
    private static final int MOST_PLACES = 1 << 18;

    /** @param heardMicros when this process heard of it, by its own clock */
    private record Entry(Counter counter, Decision decision, long heardMicros) {

        /** As of this process's clock. What the answer took to travel makes it later, and so stricter. */
        State state() {
            return decision.state().shifted(heardMicros - decision.atMicros());
        }
    }

    private final AtomicReferenceArray<@Nullable Entry> places;

    /** So many that they take a small part of the heap. */
    LastStates() {
        this(Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP / BYTES_PER_PLACE);
    }

    /** About so many, a power of two. */
    LastStates(long number) {
        long bounded = Math.max(FEWEST_PLACES, Math.min(MOST_PLACES, number));
        this.places = new AtomicReferenceArray<>((int) Long.highestOneBit(bounded));
    }

    private int place(Counter counter) {
        int hash = counter.hashCode();
        return (hash ^ hash >>> 16) & (places.length() - 1);
    }

    /** A fresh state is not noted: it says nothing, and is also what is told of a charge that was skipped. */
    void note(List<Charge> charges, List<Decision> decisions, long nowMicros) {
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            Decision decision = decisions.get(i);
            if (decision.state() != charge.limit().fresh()) {
                places.setRelease(place(charge.counter()), new Entry(charge.counter(), decision, nowMicros));
            }
        }
    }

    /** Whether there is a state of that counter. */
    boolean has(Counter counter) {
        Entry entry = places.getAcquire(place(counter));
        return entry != null && entry.counter().equals(counter);
    }

    /** The last state of that counter on this process's clock, if there is one that was not taken before; it is forgotten. */
    @Nullable
    State take(Counter counter) {
        int place = place(counter);
        Entry entry = places.getAcquire(place);
        boolean found = entry != null && entry.counter().equals(counter) && places.compareAndSet(place, entry, null);
        return found ? entry.state() : null;
    }
}
