package io.weir.store;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.State;
import io.weir.store.Receipt.Taken;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decides the charges of one call together, at one instant, on states that nobody else can touch meanwhile: for stores.
 */
public final class Call {

    /** The states of the counters of a call, as they are and as they become. */
    public interface States {

        /** The state of that charge's counter. */
        State state(int charge);

        /** Changes the state of that charge's counter; the limit is the one that made it. */
        void state(int charge, State next, Limit by);

        /** Makes all states again what they were at first. */
        void undo();
    }

    private final List<Charge> charges;
    private final States states;
    private final long nowMicros;

    private final long[] retryAfterMicros;
    private final Decision[] decisions;
    private final List<Taken> taken = new ArrayList<>();

    public Call(List<Charge> charges, States states, long nowMicros) {
        this.charges = charges;
        this.states = states;
        this.nowMicros = nowMicros;
        this.retryAfterMicros = new long[charges.size()];
        this.decisions = new Decision[charges.size()];
    }

    public Answer decide() {
        boolean allowed = takeAll();
        if (allowed) {
            takeShadows();
        } else {
            states.undo();
            taken.clear();
            takeCountedOnly();
            explainTheRest();
        }
        return new Answer(allowed, Arrays.asList(decisions), taken.isEmpty() ? Receipt.EMPTY : new Receipt(taken));
    }

    /** Takes all enforced and counted charges as far as they fit, and says whether all did. */
    private boolean takeAll() {
        boolean allFit = true;
        for (int i = 0; i < decisions.length; i++) {
            if (charges.get(i).effect() != Effect.SHADOW) {
                allFit &= take(i);
            }
        }
        return allFit;
    }

    private void takeShadows() {
        for (int i = 0; i < decisions.length; i++) {
            if (charges.get(i).effect() == Effect.SHADOW) {
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
        Limit limit = charge.limit();
        State state = limit.mend(states.state(i), nowMicros);
        retryAfterMicros[i] = limit.retryAfterMicros(state, nowMicros, charge.cost());
        boolean fits = retryAfterMicros[i] == 0;
        State next = state;
        if (fits) {
            next = limit.take(state, nowMicros, charge.cost());
            taken.add(new Taken(charge, next));
        } else if (charge.effect() == Effect.COUNTED) {
            next = limit.drain(state, nowMicros);
        }
        states.state(i, next, limit);
        decisions[i] = fits
                ? Decision.allowed(limit, next, nowMicros, limit.delayMicros(state, nowMicros))
                : Decision.denied(limit, next, nowMicros, retryAfterMicros[i]);
        return fits;
    }

    /** After a denial: enforced charges say how long to wait, shadows what they would, and both what remains untouched. */
    private void explainTheRest() {
        for (int i = 0; i < decisions.length; i++) {
            Charge charge = charges.get(i);
            Limit limit = charge.limit();
            if (charge.effect() == Effect.SHADOW) {
                decisions[i] = limit.peek(states.state(i), nowMicros, charge.cost());
            } else if (charge.effect() == Effect.ENFORCED) {
                State state = limit.mend(states.state(i), nowMicros);
                states.state(i, state, limit);
                decisions[i] = retryAfterMicros[i] == 0
                        ? Decision.allowed(limit, state, nowMicros, limit.delayMicros(state, nowMicros))
                        : Decision.denied(limit, state, nowMicros, retryAfterMicros[i]);
            }
        }
    }
}
