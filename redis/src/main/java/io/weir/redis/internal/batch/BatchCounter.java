package io.weir.redis.internal.batch;

import io.weir.limit.Algorithm;
import io.weir.store.Charge;
import io.weir.store.Effect;
import java.util.ArrayList;
import java.util.List;

/** A counter that a batch charges, and the number of charges on it. */
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

    /** Returns its place among the counters of the batch, from 0. */
    int index() {
        return index;
    }

    /** Returns the place of its group among the groups of the batch, from 0. */
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

    /** Adds a call that charges only this counter, in the same way as {@linkplain #takesOnly all its other calls}. */
    void add(PendingCall call) {
        calls.add(call);
    }

    /** Returns the first of its charges. */
    Charge charge() {
        return first;
    }

    /** Returns the number of its charges. */
    int charges() {
        return charges;
    }

    /**
     * Returns whether all its charges take the same if enough is left, and the counter is stored as a text. The script
     * can then take all of them at once.
     */
    boolean isChargedAlike() {
        return alike;
    }

    private boolean isLikeTheFirst(Charge charge) {
        return charge.cost() == first.cost()
                && (charge.limit() == first.limit() || charge.limit().equals(first.limit()));
    }

    /** A free charge takes nothing, and a marker takes more or less depending on its call. */
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

    /** Returns whether a call consists of one enforced charge that equals all other charges on this counter. */
    boolean takesOnly(List<Charge> charges) {
        return alike && charges.size() == 1 && charges.get(0).effect() == Effect.ENFORCED;
    }
}
