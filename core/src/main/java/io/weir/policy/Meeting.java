package io.weir.policy;

import io.weir.store.Charge;
import java.util.ArrayList;
import java.util.List;

/** The rules that a request meets, in their order, and what they charge together. */
record Meeting(List<Met> met, List<Charge> charges) {

    static final Meeting NONE = of(List.of());

    static Meeting of(List<Met> met) {
        List<Charge> charges = new ArrayList<>(met.size());
        for (Met each : met) {
            charges.add(each.charge());
        }
        return new Meeting(List.copyOf(met), List.copyOf(charges));
    }

    static Meeting of(Met met) {
        return new Meeting(List.of(met), List.of(met.charge()));
    }

    /** The same, with charges that are free for retries where the rule says so. */
    Meeting withFreeRetries() {
        return of(met.stream().map(Met::withFreeRetries).toList());
    }

    /** What they charge, and another charge after that. */
    List<Charge> chargesAnd(Charge last) {
        List<Charge> all = new ArrayList<>(charges);
        all.add(last);
        return List.copyOf(all);
    }
}
