package io.weir.testkit;

import io.weir.store.Charge;
import io.weir.store.Effect;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** One call: tried out on copies, then either kept, or gone through again with nothing but what a denied call takes. */
final class OracleCall {

    private final Map<Counter, Oracle> counters;
    private final List<Charge> charges;
    private final long nowMicros;

    OracleCall(Map<Counter, Oracle> counters, List<Charge> charges, long nowMicros) {
        this.counters = counters;
        this.charges = charges;
        this.nowMicros = nowMicros;
    }

    ExpectedAnswer answer() {
        Draft trial = new Draft(counters);
        Tickets tickets = new Tickets();
        Expected[] found = new Expected[charges.size()];
        boolean allowed = true;
        for (int i = 0; i < found.length; i++) {
            if (charges.get(i).effect() != Effect.SHADOW) {
                found[i] = turn(trial, charges.get(i), tickets);
                allowed &= found[i].allowed();
            }
        }
        return allowed ? allowed(trial, found, tickets) : denied(found);
    }

    private ExpectedAnswer allowed(Draft trial, Expected[] decisions, Tickets tickets) {
        for (int i = 0; i < decisions.length; i++) {
            if (charges.get(i).effect() == Effect.SHADOW) {
                decisions[i] = turn(trial, charges.get(i), tickets);
            }
        }
        trial.keep();
        return new ExpectedAnswer(true, Arrays.asList(decisions), tickets);
    }

    private ExpectedAnswer denied(Expected[] found) {
        Draft draft = new Draft(counters);
        Tickets tickets = new Tickets();
        Expected[] decisions = new Expected[found.length];
        for (int i = 0; i < found.length; i++) {
            if (charges.get(i).effect() == Effect.COUNTED) {
                decisions[i] = turn(draft, charges.get(i), tickets);
            }
        }
        for (int i = 0; i < found.length; i++) {
            Charge charge = charges.get(i);
            switch (charge.effect()) {
                case ENFORCED -> decisions[i] = untouched(draft, charge, found[i].retryAfterMicros());
                case SHADOW -> decisions[i] = peek(draft, charge, nowMicros);
                case COUNTED -> {}
            }
        }
        draft.keep();
        return new ExpectedAnswer(false, Arrays.asList(decisions), tickets);
    }

    private Expected turn(Draft draft, Charge charge, Tickets tickets) {
        Oracle counter = draft.counter(charge, nowMicros);
        long retryAfter = counter.retryAfterMicros(nowMicros, charge.cost());
        long delay = counter.delayMicros(nowMicros);
        if (retryAfter == 0) {
            tickets.add(Counter.of(charge), counter.take(nowMicros, charge.cost()));
        } else if (charge.effect() == Effect.COUNTED) {
            counter.overdraw(nowMicros, charge.cost());
        }
        return Expected.of(counter, nowMicros, retryAfter, delay);
    }

    private Expected untouched(Draft draft, Charge charge, long retryAfterMicros) {
        Oracle counter = draft.counter(charge, nowMicros);
        return Expected.of(counter, nowMicros, retryAfterMicros, counter.delayMicros(nowMicros));
    }

    static Expected peek(Draft draft, Charge charge, long nowMicros) {
        Oracle counter = draft.view(charge, nowMicros);
        long retryAfter = counter.retryAfterMicros(nowMicros, charge.cost());
        return Expected.of(counter, nowMicros, retryAfter, counter.delayMicros(nowMicros));
    }
}
