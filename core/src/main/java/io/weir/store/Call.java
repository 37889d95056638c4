package io.weir.store;

import io.weir.limit.Decision;
import java.util.List;

/** Decides the charges of one call together, at one instant, on counters that nobody else can touch meanwhile: for stores. */
public final class Call {

    private final List<Charge> charges;
    private final Tally[] tallies;
    private final long nowMicros;
    private final Decision[] decisions;

    /** With a tally for each charge, the same one for charges on the same counter. */
    public Call(List<Charge> charges, Tally[] tallies, long nowMicros) {
        this(charges, tallies, nowMicros, new Decision[charges.size()]);
    }

    /** @param decisions where to work on them, one for each charge */
    Call(List<Charge> charges, Tally[] tallies, long nowMicros, Decision[] decisions) {
        this.charges = charges;
        this.tallies = tallies;
        this.nowMicros = nowMicros;
        this.decisions = decisions;
    }

    public Answer decide() {
        return decide(takeAll());
    }

    /** As if another charge, which is decided elsewhere, had been denied. */
    Answer deny() {
        takeAll();
        return decide(false);
    }

    private Answer decide(boolean allowed) {
        if (allowed) {
            takeShadows();
        } else {
            for (Tally tally : tallies) {
                tally.undo();
            }
            takeCountedOnly();
            explainTheRest();
        }
        return Answer.of(charges, List.of(decisions), allowed);
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
        Tally tally = tallies[i];
        Decision decision = tally.take(charge.limit(), charge.cost(), nowMicros);
        decisions[i] = decision.allowed() || charge.effect() != Effect.COUNTED
                ? decision
                : tally.overdraw(charge.limit(), charge.cost(), nowMicros).deniedFor(decision.retryAfterMicros());
        return decision.allowed();
    }

    /** After a denial: enforced charges say how long to wait, shadows what they would, and both what remains untouched. */
    private void explainTheRest() {
        for (int i = 0; i < decisions.length; i++) {
            Charge charge = charges.get(i);
            if (charge.effect() == Effect.SHADOW) {
                decisions[i] = tallies[i].peek(charge.limit(), charge.cost(), nowMicros);
            } else if (charge.effect() == Effect.ENFORCED) {
                Decision untouched = tallies[i].mend(charge.limit(), nowMicros);
                decisions[i] =
                        decisions[i].allowed() ? untouched : untouched.deniedFor(decisions[i].retryAfterMicros());
            }
        }
    }
}
