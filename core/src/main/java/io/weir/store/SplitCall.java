package io.weir.store;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.State;
import io.weir.store.Receipt.Taken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A call that is decided in parts, each at another place, and takes all or nothing nevertheless: for stores that are made of
 * others.
 *
 * @param <P> what names a place
 */
public final class SplitCall<P> {

    /** The answer to the whole call, and what its parts have taken in vain. */
    public record Joined<P>(Answer answer, Map<P, Receipt> toGiveBack) {}

    private final List<Charge> charges;
    private final Function<Charge, P> placeOf;

    public SplitCall(List<Charge> charges, Function<Charge, P> placeOf) {
        this.charges = List.copyOf(charges);
        this.placeOf = placeOf;
    }

    /** The charges of each place, in their order. */
    public Map<P, List<Charge>> parts() {
        Map<P, List<Charge>> parts = new LinkedHashMap<>();
        for (Charge charge : charges) {
            parts.computeIfAbsent(placeOf.apply(charge), absent -> new ArrayList<>())
                    .add(charge);
        }
        return parts;
    }

    /** Joins the answers of the places that were asked; all of them must have been, unless one has denied. */
    public Joined<P> join(Map<P, Answer> answers) {
        boolean allowed = answers.values().stream().allMatch(Answer::allowed);
        List<Decision> decisions = new ArrayList<>(charges.size());
        Map<P, Iterator<Decision>> ofPlaces = new HashMap<>();
        for (Charge charge : charges) {
            P place = placeOf.apply(charge);
            Answer answer = answers.get(place);
            if (answer == null) {
                decisions.add(Decision.skipped(charge.limit(), atMicros(answers)));
                continue;
            }
            Decision decision = ofPlaces.computeIfAbsent(
                            place, first -> answer.decisions().iterator())
                    .next();
            decisions.add(allowed || !answer.allowed() ? decision : untouched(charge, decision));
        }
        return new Joined<>(Answer.of(charges, decisions, allowed), allowed ? Map.of() : takenInVain(answers));
    }

    private static long atMicros(Map<?, Answer> answers) {
        return answers.values().iterator().next().decisions().get(0).atMicros();
    }

    /** Of the places that allowed; who denied has taken nothing in vain. */
    private static <P> Map<P, Receipt> takenInVain(Map<P, Answer> answers) {
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

    /** What would have been said if the call had been denied there as well. */
    private static Decision untouched(Charge charge, Decision decision) {
        if (charge.effect() == Effect.COUNTED || !decision.allowed()) {
            return decision;
        }
        Limit limit = charge.limit();
        long atMicros = decision.atMicros();
        State before = limit.giveBack(decision.state(), decision.state(), atMicros, charge.cost());
        return charge.effect() == Effect.SHADOW
                ? limit.peek(before, atMicros, charge.cost())
                : Decision.allowed(limit, before, atMicros, limit.delayMicros(before, atMicros));
    }
}
