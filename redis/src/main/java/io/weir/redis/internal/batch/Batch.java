package io.weir.redis.internal.batch;

import io.weir.redis.internal.script.KeyName;
import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls that go to Redis together, and are decided there one after the other. */
final class Batch {

    // Bounded, so that no script keeps Redis busy for long, and none waits while others could be on their way.
    private static final int MOST_COUNTERS = 384;
    private static final int MOST_CALLS = 128;

    private final List<PendingCall> calls = new ArrayList<>();
    private final Map<Charge.Counter, BatchCounter> counters = new LinkedHashMap<>();
    private int charges;
    private boolean single = true;
    private boolean refused;
    private boolean closed;

    /** The counter of the last charge: those who hurry for one counter need not look for it. */
    private @Nullable BatchCounter last;

    /** A batch of these calls that no other call joins; they must have fitted into one batch before. */
    static Batch closed(List<PendingCall> calls) {
        Batch batch = new Batch();
        calls.forEach(batch::add);
        batch.closed = true;
        return batch;
    }

    /** Joins the call to this batch, unless that has no room for it. */
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

    /** How many its calls have. */
    int charges() {
        return charges;
    }

    boolean isFull() {
        return refused || counters.size() >= MOST_COUNTERS || calls.size() >= MOST_CALLS;
    }

    /** What has to be done for it. */
    BatchScript script() {
        return single
                ? new SingleCharges(counters.values())
                : new ManyCharges(CalledCounters.together(counters(), chargesOfCalls(), this::knownCounterOf), calls);
    }

    /** The same calls, if only to look. */
    CalledCounters peek() {
        return CalledCounters.oneByOne(counters(), chargesOfCalls(), this::knownCounterOf);
    }

    private List<BatchCounter> counters() {
        return List.copyOf(counters.values());
    }

    private List<List<Charge>> chargesOfCalls() {
        return calls.stream().map(PendingCall::charges).toList();
    }

    @SuppressWarnings("NullAway") // Every charge's counter is there.
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
