package io.weir.store.spi;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.spi.State;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A call whose parts are decided in different places, but that takes all or nothing. For stores made of other stores.
 *
 * @param <P> identifies a place
 */
public final class SplitCall<P> {

    /** The answer to the whole call, and the receipts to give back because the call was denied elsewhere. */
    public record Joined<P>(Answer answer, Map<P, Receipt> toGiveBack) {}

    private final List<Charge> charges;
    private final Function<Charge, P> placeOf;

    public SplitCall(List<Charge> charges, Function<Charge, P> placeOf) {
        this.charges = List.copyOf(charges);
        this.placeOf = placeOf;
    }

    /** Returns the charges of each place, in their order. */
    public Map<P, List<Charge>> parts() {
        Map<P, List<Charge>> parts = new LinkedHashMap<>();
        for (Charge charge : charges) {
            parts.computeIfAbsent(placeOf.apply(charge), absent -> new ArrayList<>())
                    .add(charge);
        }
        return parts;
    }

    /** Joins the answers of the places that were asked. All places must have been asked, unless one has denied. */
    public Joined<P> join(Map<P, Answer> answers) {
        boolean allowed = answers.values().stream().allMatch(Answer::allowed);
        Map<P, List<Charge>> parts = parts();
        Map<P, Iterator<Decision>> ofPlaces = new HashMap<>();
        answers.forEach((place, answer) -> ofPlaces.put(
                place,
                (allowed || !answer.allowed()
                                ? answer.decisions()
                                : denied(parts.getOrDefault(place, List.of()), answer.decisions()))
                        .iterator()));
        List<Decision> decisions = new ArrayList<>(charges.size());
        for (Charge charge : charges) {
            Iterator<Decision> ofPlace = ofPlaces.get(placeOf.apply(charge));
            decisions.add(ofPlace == null ? Decision.skipped(charge.limit(), atMicros(answers)) : ofPlace.next());
        }
        return new Joined<>(Answer.of(charges, decisions, allowed), allowed ? Map.of() : takenInVain(answers));
    }

    private static long atMicros(Map<?, Answer> answers) {
        return answers.values().iterator().next().decisions().get(0).atMicros();
    }

    /**
     * Returns the receipts of places that allowed their part of a denied call; a place that denied took nothing to give
     * back.
     */
    public static <P> Map<P, Receipt> takenInVain(Map<P, Answer> answers) {
        Map<P, Receipt> inVain = new LinkedHashMap<>();
        answers.forEach((place, answer) -> {
            if (answer.allowed()) {
                List<Taken> taken = answer.receipt().redeem().stream()
                        .filter(each -> each.charge().effect() != Effect.COUNTED)
                        .toList();
                if (!taken.isEmpty()) {
                    inVain.put(place, Receipt.of(taken));
                }
            }
        });
        return inVain;
    }

    /** Returns the decisions that a place which allowed its part would have made on a denial. */
    private static List<Decision> denied(List<Charge> charges, List<Decision> decisions) {
        if (decisions.stream().anyMatch(Decision::degraded)) {
            return decisions;
        }
        long atMicros = decisions.get(0).atMicros();
        Map<Charge.Counter, State> before = new HashMap<>();
        for (Taken taken : Answer.of(charges, decisions, true).receipt().redeem()) {
            State after = before.getOrDefault(taken.charge().counter(), taken.after());
            Limit limit = taken.charge().limit();
            before.put(
                    taken.charge().counter(),
                    limit.giveBack(
                            after, taken.after(), atMicros, taken.charge().cost()));
        }
        Map<Charge.Counter, StateTally> tallies = new HashMap<>();
        StateTally[] ofCharges = new StateTally[charges.size()];
        for (int i = 0; i < ofCharges.length; i++) {
            // A shadow charge that did not fit has taken nothing.
            State own = decisions.get(i).state();
            ofCharges[i] = tallies.computeIfAbsent(
                    charges.get(i).counter(), counter -> new StateTally(before.getOrDefault(counter, own)));
        }
        return new Call(charges, ofCharges, atMicros).deny().decisions();
    }
}
