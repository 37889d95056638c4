package io.weir.store;

import io.weir.limit.Decision;
import io.weir.limit.spi.State;
import java.util.ArrayList;
import java.util.List;

/** The charges that a call took, to be {@linkplain Store#giveBack given back} at most once. Thread-safe. */
public abstract sealed class Receipt {

    /**
     * A charge that was taken completely.
     *
     * @param after the counter's state right after the charge
     * @param local whether it was taken in this process instead of the shared store
     */
    public record Taken(Charge charge, State after, boolean local) {

        Taken(Charge charge, State after) {
            this(charge, after, false);
        }

        public Taken asLocal() {
            return new Taken(charge, after, true);
        }
    }

    /** The receipt of a call that took nothing. */
    public static final Receipt EMPTY = of(List.of());

    private boolean redeemed;

    private Receipt() {}

    /** For stores made of other stores: the receipt for these charges, the last one first. */
    public static Receipt of(List<Taken> lastFirst) {
        return new OfTaken(List.copyOf(lastFirst));
    }

    static Receipt of(List<Charge> charges, List<Decision> decisions, boolean allowed) {
        return new OfCall(charges, decisions, allowed);
    }

    /**
     * For stores: returns the charges to give back, the last one first, and empties the receipt; later calls return
     * nothing.
     */
    public synchronized List<Taken> redeem() {
        if (redeemed) {
            return List.of();
        }
        redeemed = true;
        return lastFirst();
    }

    abstract List<Taken> lastFirst();

    /**
     * Contains the number of charges and whether they were redeemed. Keys are omitted because they may be personal
     * data.
     */
    @Override
    public final synchronized String toString() {
        return redeemed ? "Receipt[redeemed]" : "Receipt[charges=" + lastFirst().size() + "]";
    }

    private static final class OfTaken extends Receipt {

        private final List<Taken> lastFirst;

        private OfTaken(List<Taken> lastFirst) {
            this.lastFirst = lastFirst;
        }

        @Override
        List<Taken> lastFirst() {
            return lastFirst;
        }
    }

    /** A receipt that computes its charges only if they are given back, which is rare. */
    private static final class OfCall extends Receipt {

        private final List<Charge> charges;
        private final List<Decision> decisions;
        private final boolean allowed;

        private OfCall(List<Charge> charges, List<Decision> decisions, boolean allowed) {
            this.charges = charges;
            this.decisions = decisions;
            this.allowed = allowed;
        }

        /**
         * The charges that fitted and were not free, shadows and markers last; of a denied call, only counted charges.
         */
        @Override
        List<Taken> lastFirst() {
            List<Taken> taken = new ArrayList<>();
            List<Taken> last = new ArrayList<>();
            for (int i = charges.size() - 1; i >= 0; i--) {
                Charge charge = charges.get(i);
                Decision decision = decisions.get(i);
                Effect effect = charge.effect();
                boolean wasTaken = allowed ? effect != Effect.FREE : effect == Effect.COUNTED;
                if (wasTaken && decision.allowed()) {
                    (effect.comesLast() ? last : taken).add(new Taken(charge, decision.state()));
                }
            }
            last.addAll(taken);
            return last;
        }
    }
}
