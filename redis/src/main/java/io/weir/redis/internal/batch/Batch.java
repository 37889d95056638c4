package io.weir.redis.internal.batch;

import io.weir.redis.internal.script.KeyName;
import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls that are sent to Redis in one script, and decided there one after the other. */
final class Batch {

    // Bounded, so no script keeps Redis busy for long, and no script waits while others could be sent.
    private static final int MOST_COUNTERS = 384;
    private static final int MOST_CALLS = 128;

    private final List<PendingCall> calls = new ArrayList<>();
    private final Map<Charge.Counter, BatchCounter> counters = new LinkedHashMap<>();
    private int charges;
    private boolean single = true;
    private boolean refused;
    private boolean closed;

    /**
     * The counter of the last charge. Many calls in a row often charge the same counter, which then need not be looked
     * up.
     */
    private @Nullable BatchCounter last;

    /** Creates a batch of these calls that no other call joins. They must have fitted into one batch before. */
    static Batch closed(List<PendingCall> calls) {
        Batch batch = new Batch();
        calls.forEach(batch::add);
        batch.closed = true;
        return batch;
    }

    /** Adds the call to this batch; returns false if the batch is full. */
    boolean add(PendingCall call) {
        List<Charge> charges = call.charges();
        if (!calls.isEmpty() && !hasRoomFor(charges)) {
            refused = true;
            return false;
        }
        for (Charge charge : charges) {
            BatchCounter counter = counterOf(charge);
            counter.add(charge);
            if (single && counter.takesOnly(charges)) {
                counter.add(call);
            } else {
                single = false;
            }
        }
        calls.add(call);
        this.charges += charges.size();
        return true;
    }

    private BatchCounter counterOf(Charge charge) {
        BatchCounter counter = last;
        if (counter == null || !counter.isOf(charge)) {
            counter = counters.computeIfAbsent(
                    charge.counter(), absent -> new BatchCounter(KeyName.of(charge), counters.size(), charge));
            last = counter;
        }
        return counter;
    }

    private boolean hasRoomFor(List<Charge> charges) {
        if (closed || calls.size() >= MOST_CALLS) {
            return false;
        }
        return counters.size() + charges.size() <= MOST_COUNTERS
                || (charges.size() == 1 && counters.containsKey(charges.get(0).counter()));
    }

    /** Returns the number of charges of all calls. */
    int charges() {
        return charges;
    }

    boolean isFull() {
        return refused || counters.size() >= MOST_COUNTERS || calls.size() >= MOST_CALLS;
    }

    /** Returns the script that decides the calls. */
    BatchScript script() {
        return single
                ? new SingleCharges(counters.values())
                : new ManyCharges(CalledCounters.together(counters(), chargesOfCalls(), this::knownCounterOf), calls);
    }

    /** Returns the script that only peeks at the same counters. */
    CalledCounters peek() {
        return CalledCounters.oneByOne(counters(), chargesOfCalls(), this::knownCounterOf);
    }

    private List<BatchCounter> counters() {
        return List.copyOf(counters.values());
    }

    private List<List<Charge>> chargesOfCalls() {
        return calls.stream().map(PendingCall::charges).toList();
    }

    @SuppressWarnings("NullAway") // The counter of every charge was added.
    private BatchCounter knownCounterOf(Charge charge) {
        return counters.get(charge.counter());
    }

    List<PendingCall> calls() {
        return calls;
    }

    static void fail(List<PendingCall> calls, Throwable failure) {
        calls.forEach(call -> call.answer().completeExceptionally(failure));
    }
}
