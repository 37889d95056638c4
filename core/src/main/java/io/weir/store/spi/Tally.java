package io.weir.store.spi;

import io.weir.limit.Decision;
import io.weir.limit.Limit;

/** A counter while a {@link Call} is decided. */
public interface Tally {

    /** Takes the cost if it fits. */
    Decision take(Limit limit, long cost, long nowMicros);

    /** Counts a cost that does not fit; the decision reports what remains. */
    Decision overdraw(Limit limit, long cost, long nowMicros);

    /** Takes nothing but mends the state; the decision reports what remains. */
    Decision mend(Limit limit, long nowMicros);

    /** Returns the decision that taking the cost would make, and changes nothing. */
    Decision peek(Limit limit, long cost, long nowMicros);

    /** Returns whether other keys are counted here too. */
    default boolean isShared() {
        return false;
    }

    /** Restores the counter to its state before the call. */
    void undo();
}
