package io.weir.redis.internal.batch;

import io.weir.limit.Algorithm;
import io.weir.store.Charge;
import io.weir.store.Effect;
import java.util.ArrayList;
import java.util.List;

/** A counter that a batch charges, and the calls that charge nothing else. */
final class BatchCounter {

    private final String name;
    private final Charge first;
    private final List<PendingCall> calls = new ArrayList<>(1);
    private int charges;
    private boolean alike;
    private int index;
    private int group;

    BatchCounter(String name, int index, Charge first) {
        this.name = name;
        this.index = index;
        this.first = first;
        this.alike = first.limit().algorithm() != Algorithm.SLIDING_WINDOW;
    }

    String name() {
        return name;
    }

    /** Its place among the batch's counters, from 0. */
    int index() {
        return index;
    }

    /** Its group's place among those of the batch, from 0. */
    int group() {
        return group;
    }

    void place(int newIndex, int newGroup) {
        index = newIndex;
        group = newGroup;
    }

    void add(Charge charge) {
        charges++;
        alike = alike && isLikeTheFirst(charge) && takesItsCost(charge);
    }

    /** A call that charges only this counter, and {@linkplain #takesOnly can be decided by doing the same once more}. */
    void add(PendingCall call) {
        calls.add(call);
    }

    /** The first of its charges. */
    Charge charge() {
        return first;
    }

    /** How many charges there are. */
    int charges() {
        return charges;
    }

    /**
     * Whether its charges all take the same if there is enough, of a counter that is a text: then it can be asked for all at once.
     */
    boolean isChargedAlike() {
        return alike;
    }

    private boolean isLikeTheFirst(Charge charge) {
        return charge.cost() == first.cost()
                && (charge.limit() == first.limit() || charge.limit().equals(first.limit()));
    }

    /** A free charge takes nothing, and what a marker and its call take depends on the call. */
    private static boolean takesItsCost(Charge charge) {
        return charge.effect() != Effect.FREE && charge.effect() != Effect.MARKER;
    }

    List<PendingCall> calls() {
        return calls;
    }

    boolean isOf(Charge other) {
        return other.key().equals(first.key())
                && other.rule().equals(first.rule())
                && other.limit().algorithm() == first.limit().algorithm();
    }

    /** Whether the call can be decided by doing the same once more. */
    boolean takesOnly(List<Charge> charges) {
        return alike && charges.size() == 1 && charges.get(0).effect() == Effect.ENFORCED;
    }
}
