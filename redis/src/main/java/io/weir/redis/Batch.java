package io.weir.redis;

import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls that go to Redis together, and are decided there one after the other. */
final class Batch {

    /** The most counters, so that no script keeps Redis busy for long. */
    static final int MOST_COUNTERS = 32;

    private static final int MOST_CALLS = 1024;

    private final List<Waiting> calls = new ArrayList<>();
    private final Map<String, Counter> counters = new LinkedHashMap<>();
    private boolean single = true;

    /** Joins the call to this batch, unless that has no room for it. */
    boolean add(Waiting call) {
        List<Charge> charges = call.charges();
        boolean full = counters.size() + charges.size() > MOST_COUNTERS;
        if (!calls.isEmpty() && (calls.size() == MOST_CALLS || (full && !isOnKnownCounter(charges)))) {
            return false;
        }
        calls.add(call);
        for (Charge charge : charges) {
            String name = KeyName.of(charge);
            Counter counter = counters.computeIfAbsent(name, absent -> new Counter(name, counters.size(), charge));
            if (single && counter.takesOnly(charges)) {
                counter.calls().add(call);
            } else {
                single = false;
            }
        }
        return true;
    }

    private boolean isOnKnownCounter(List<Charge> charges) {
        return charges.size() == 1 && counters.containsKey(KeyName.of(charges.get(0)));
    }

    boolean isFull() {
        return counters.size() >= MOST_COUNTERS;
    }

    /** What has to be done for it. */
    Work work() {
        List<Counter> all = List.copyOf(counters.values());
        return single ? new SingleCharges(all) : new ManyCharges(all, calls);
    }

    void fail(Throwable failure) {
        calls.forEach(call -> call.answer().completeExceptionally(failure));
    }
}
