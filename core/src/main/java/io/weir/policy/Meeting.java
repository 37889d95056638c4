package io.weir.policy;

import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules that a request meets, in their order, and what they charge together.
 *
 * @param repeat whether they are those left for a retry
 */
record Meeting(List<Met> met, List<Charge> charges, boolean repeat) {

    static final Meeting NONE = of(List.of());

    static Meeting of(List<Met> met) {
        return of(met, false);
    }

    private static Meeting of(List<Met> met, boolean repeat) {
        List<Charge> charges = new ArrayList<>(met.size());
        for (Met each : met) {
            charges.add(each.charge());
        }
        return new Meeting(List.copyOf(met), List.copyOf(charges), repeat);
    }

    /** Without the rules under which that is free. */
    Meeting ofRetry() {
        return of(met.stream().filter(each -> !each.rule().idempotent()).toList(), true);
    }

    /** What they charge, and another charge after that. */
    List<Charge> chargesAnd(Charge last) {
        List<Charge> all = new ArrayList<>(charges);
        all.add(last);
        return List.copyOf(all);
    }
}
