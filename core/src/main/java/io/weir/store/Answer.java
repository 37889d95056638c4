package io.weir.store;

import io.weir.limit.Decision;
import java.util.List;

/**
 * A store's answer to a call: a decision for each charge, in their order, and the receipt for what was taken.
 *
 * @param allowed whether every enforced and every counted charge fitted
 * @param retry whether the call's {@linkplain Effect#MARKER marker} shows that it is a retry
 */
public record Answer(boolean allowed, boolean retry, List<Decision> decisions, Receipt receipt) {

    /** The answer to a call without charges. */
    public static final Answer NOTHING = new Answer(true, List.of(), Receipt.EMPTY);

    public Answer {
        decisions = List.copyOf(decisions);
    }

    /** The answer to a call that is no retry. */
    public Answer(boolean allowed, List<Decision> decisions, Receipt receipt) {
        this(allowed, false, decisions, receipt);
    }

    /** For stores: the answer to these charges, with its receipt. */
    public static Answer of(List<Charge> charges, List<Decision> decisions, boolean allowed) {
        List<Decision> copy = List.copyOf(decisions);
        return new Answer(allowed, copy, Receipt.of(charges, copy, allowed));
    }

    /** The same answer, to a retry. */
    public Answer asRetry() {
        return new Answer(allowed, true, decisions, receipt);
    }

    /** Returns whether any of the charges was decided without the shared store because that could not be asked. */
    public boolean degraded() {
        for (Decision decision : decisions) {
            if (decision.degraded()) {
                return true;
            }
        }
        return false;
    }
}
