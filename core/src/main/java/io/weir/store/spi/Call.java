package io.weir.store.spi;

import io.weir.limit.Decision;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Effect;
import java.util.List;

/**
 * Decides the charges of one call together, at one instant. For stores that have exclusive access to the counters of
 * the call.
 *
 * <p>The scripts of the Redis store repeat these steps in Lua ({@code charge_calls.lua}, and for simple calls
 * {@code charge_singles.lua}). Redis decides and replies with the states before the call; Java then runs this class on
 * these states to compute the decisions. So both must always decide the same.
 */
public final class Call {

    private final List<Charge> charges;
    private final Tally[] tallies;
    private final long nowMicros;
    private final Decision[] decisions;

    /** Creates a call with a tally for each charge; charges on the same counter have the same tally. */
    public Call(List<Charge> charges, Tally[] tallies, long nowMicros) {
        this(charges, tallies, nowMicros, new Decision[charges.size()]);
    }

    /** @param decisions an array to work in, with one element for each charge */
    public Call(List<Charge> charges, Tally[] tallies, long nowMicros, Decision[] decisions) {
        this.charges = charges;
        this.tallies = tallies;
        this.nowMicros = nowMicros;
        this.decisions = decisions;
    }

    public Answer decide() {
        if (isRetry()) {
            Call retry = new Call(ofRetry(charges), tallies, nowMicros, decisions);
            return retry.decide(retry.takeAll()).asRetry();
        }
        return decide(takeAll());
    }

    /** Decides the call as if another charge, which is decided elsewhere, had been denied. */
    Answer deny() {
        takeAll();
        return decide(false);
    }

    private Answer decide(boolean allowed) {
        if (allowed) {
            takeTheLast();
        } else {
            for (Tally tally : tallies) {
                tally.undo();
            }
            takeCountedOnly();
            explainTheRest();
        }
        return Answer.of(charges, List.of(decisions), allowed);
    }

    private boolean isRetry() {
        int last = decisions.length - 1;
        if (last < 0 || !charges.get(last).isMarker() || tallies[last].isShared()) {
            return false;
        }
        Charge marker = charges.get(last);
        return showsRetry(marker, tallies[last].peek(marker.limit(), 1, nowMicros));
    }

    /** Returns whether a marker shows a retry, from the decisions on its cost and on one more permit. */
    static boolean showsRetry(Charge marker, Decision onePermit) {
        return onePermit.allowed() && onePermit.limit() - onePermit.remaining() >= marker.cost();
    }

    /** Returns the charges that a retry makes instead. */
    static List<Charge> ofRetry(List<Charge> charges) {
        return charges.stream().map(Charge::ofRetry).toList();
    }

    /** Takes all enforced and counted charges that fit, and returns whether all of them fitted. */
    private boolean takeAll() {
        boolean allFit = true;
        for (int i = 0; i < decisions.length; i++) {
            Effect effect = charges.get(i).effect();
            if (effect == Effect.FREE) {
                decisions[i] = mend(i);
            } else if (!effect.comesLast()) {
                allFit &= take(i);
            }
        }
        return allFit;
    }

    /** Takes shadows and markers, which never change the answer. */
    private void takeTheLast() {
        for (int i = 0; i < decisions.length; i++) {
            if (charges.get(i).effect().comesLast()) {
                take(i);
            }
        }
    }

    private void takeCountedOnly() {
        for (int i = 0; i < decisions.length; i++) {
            if (charges.get(i).effect() == Effect.COUNTED) {
                take(i);
            }
        }
    }

    private boolean take(int i) {
        Charge charge = charges.get(i);
        Tally tally = tallies[i];
        Decision decision = tally.take(charge.limit(), charge.cost(), nowMicros);
        decisions[i] = decision.allowed() || charge.effect() != Effect.COUNTED
                ? decision
                : tally.overdraw(charge.limit(), charge.cost(), nowMicros).deniedFor(decision.retryAfterMicros());
        return decision.allowed();
    }

    private Decision mend(int i) {
        return tallies[i].mend(charges.get(i).limit(), nowMicros);
    }

    /**
     * Completes the decisions of a denied call: denied charges have a retry-after, and all report what remains with
     * nothing taken.
     */
    private void explainTheRest() {
        for (int i = 0; i < decisions.length; i++) {
            Charge charge = charges.get(i);
            Effect effect = charge.effect();
            if (effect.comesLast()) {
                decisions[i] = tallies[i].peek(charge.limit(), charge.cost(), nowMicros);
            } else if (effect != Effect.COUNTED) {
                Decision untouched = mend(i);
                decisions[i] =
                        decisions[i].allowed() ? untouched : untouched.deniedFor(decisions[i].retryAfterMicros());
            }
        }
    }
}
