package io.weir.testkit.oracle;

import io.weir.store.Charge;
import io.weir.store.Charge.Counter;
import java.util.HashMap;
import java.util.Map;

/** Copies of the counters of a call, which replace the counters when they are kept. */
final class CounterCopies {

    private final Map<Counter, Oracle> counters;
    private final Map<Counter, Oracle> copies = new HashMap<>();

    CounterCopies(Map<Counter, Oracle> counters) {
        this.counters = counters;
    }

    /** Returns the charge's counter in this draft, mended for the charge's limit. */
    Oracle counter(Charge charge, long nowMicros) {
        return mended(copies.computeIfAbsent(charge.counter(), name -> copy(name, charge)), charge, nowMicros);
    }

    /** Returns a copy of the charge's counter in this draft, mended for the charge's limit. */
    Oracle view(Charge charge, long nowMicros) {
        Counter name = charge.counter();
        Oracle drafted = copies.get(name);
        return mended(drafted == null ? copy(name, charge) : drafted.copy(), charge, nowMicros);
    }

    void keep() {
        counters.putAll(copies);
    }

    private Oracle copy(Counter name, Charge charge) {
        Oracle counter = counters.get(name);
        return counter == null ? Oracle.of(charge.limit()) : counter.copy();
    }

    private static Oracle mended(Oracle counter, Charge charge, long nowMicros) {
        counter.adopt(charge.limit());
        counter.mend(nowMicros);
        return counter;
    }
}
