package io.weir.store;

import io.weir.limit.Decision;
import io.weir.limit.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a call took, to be {@linkplain Store#giveBack given back} at most once. */
public final class Receipt {

    /**
     * A charge that was taken in full.
     *
     * @param after the counter's state right after it
     */
    public record Taken(Charge charge, State after) {}

    /** The receipt of a call that took nothing. */
    public static final Receipt EMPTY = new Receipt(List.of(), List.of(), true);

    private final List<Charge> charges;
    private final List<Decision> decisions;
    private final boolean allowed;
    private boolean redeemed;

    /** What was taken is worked out only when it is given back, which is seldom. */
    Receipt(List<Charge> charges, List<Decision> decisions, boolean allowed) {
        this.charges = charges;
        this.decisions = decisions;
        this.allowed = allowed;
    }

    /** For stores: what is to be given back, the last taken first; nothing when called again. */
    public synchronized List<Taken> redeem() {
        if (redeemed) {
            return List.of();
        }
        redeemed = true;
        List<Taken> lastFirst = taken();
        Collections.reverse(lastFirst);
        return lastFirst;
    }

    /** What fitted was taken, shadows last; of a denied call, only what was counted. */
    private List<Taken> taken() {
        List<Taken> taken = new ArrayList<>();
        List<Taken> shadows = new ArrayList<>();
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            Decision decision = decisions.get(i);
            if (decision.allowed() && (allowed || charge.effect() == Effect.COUNTED)) {
                (charge.effect() == Effect.SHADOW ? shadows : taken).add(new Taken(charge, decision.state()));
            }
        }
        taken.addAll(shadows);
        return taken;
    }
}
