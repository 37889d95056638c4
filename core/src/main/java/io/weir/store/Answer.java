package io.weir.store;

import io.weir.limit.Decision;
import java.util.List;

/**
 * A store's answer to a call: a decision for each charge, in their order, and the receipt for what was taken.
 *
 * @param allowed whether every enforced and every counted charge fitted
 */
public record Answer(boolean allowed, List<Decision> decisions, Receipt receipt) {

    public Answer {
        decisions = List.copyOf(decisions);
    }
}
