package io.weir.testkit.oracle;

import io.weir.store.Charge;
import io.weir.store.Charge.Counter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A model of a store: the answers that every store must give. */
public final class OracleStore {

    private final Map<Counter, Oracle> counters = new HashMap<>();

    public ExpectedAnswer charge(List<Charge> charges, long nowMicros) {
        noteTime(nowMicros);
        return new OracleCall(counters, charges, nowMicros).answer();
    }

    /** Returns whether the last charge is a marker that makes the call a retry. */
    public boolean isRetry(List<Charge> charges, long nowMicros) {
        noteTime(nowMicros);
        return new OracleCall(counters, charges, nowMicros).isRetry();
    }

    /** Decides each charge independently and takes nothing. */
    public List<Expected> peek(List<Charge> charges, long nowMicros) {
        noteTime(nowMicros);
        CounterCopies untouched = new CounterCopies(counters);
        return charges.stream()
                .map(charge -> OracleCall.peek(untouched, charge, nowMicros))
                .toList();
    }

    /** Gives back what a call took, once. */
    public void giveBack(OracleReceipt receipt, long nowMicros) {
        noteTime(nowMicros);
        for (OracleReceipt.Entry entry : receipt.redeem()) {
            Oracle counter = counters.get(entry.counter());
            if (counter != null) {
                counter.giveBack(entry.taken(), nowMicros);
            }
        }
    }

    /** Makes the charge's counter fresh. */
    public void forget(Charge charge) {
        counters.remove(charge.counter());
    }

    /**
     * Returns the charges whose outcome is not determined after the clock was set back, because a store may have
     * forgotten counters that were free or permits that had left the window. A comparison forgets them on both sides
     * before it continues.
     */
    public List<Charge> undetermined(List<Charge> charges, long nowMicros) {
        return charges.stream()
                .filter(charge -> !isDetermined(charge, nowMicros))
                .toList();
    }

    private void noteTime(long nowMicros) {
        counters.values().forEach(counter -> counter.noteTime(nowMicros));
    }

    private boolean isDetermined(Charge charge, long nowMicros) {
        Oracle counter = counters.get(charge.counter());
        return counter == null || counter.isDetermined(charge.limit(), nowMicros);
    }
}
