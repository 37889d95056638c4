package io.weir.redis;

import io.weir.limit.Algorithm;
import io.weir.store.Charge;
import io.weir.store.Effect;
import java.util.ArrayList;
import java.util.List;

/** A counter that a batch charges, and the calls that charge nothing else. */
final class Counter {

    private final String name;
    private final int index;
    private final Charge charge;
    private final List<Waiting> calls = new ArrayList<>(1);

    Counter(String name, int index, Charge charge) {
        this.name = name;
        this.index = index;
        this.charge = charge;
    }

    String name() {
        return name;
    }

    /** Its place among the batch's counters, from 0. */
    int index() {
        return index;
    }

    /** What every one of the calls charges, as long as {@link #takesOnly} is true of each. */
    Charge charge() {
        return charge;
    }

    List<Waiting> calls() {
        return calls;
    }

    boolean isOf(Charge other) {
        return other.key().equals(charge.key())
                && other.rule().equals(charge.rule())
                && other.limit().algorithm() == charge.limit().algorithm();
    }

    /** Whether the call can be decided by doing the same once more. */
    boolean takesOnly(List<Charge> charges) {
        Charge other = charges.get(0);
        return charges.size() == 1
                && other.effect() == Effect.ENFORCED
                && other.cost() == charge.cost()
                && (other.limit() == charge.limit() || other.limit().equals(charge.limit()))
                && other.limit().algorithm() != Algorithm.SLIDING_WINDOW;
    }
}
