package io.weir.store.spi;

import io.weir.limit.Decision;
import io.weir.limit.Limit;

/** A counter in the course of a {@link Call}. */
public interface Tally {

    /** Takes the cost if it fits. */
    Decision take(Limit limit, long cost, long nowMicros);

    /** Counts a cost that does not fit, and says what remains then. */
    Decision overdraw(Limit limit, long cost, long nowMicros);

    /** Takes nothing, mends what has to be, and says what remains. */
    Decision mend(Limit limit, long nowMicros);

    /** Says what taking the cost would, and leaves everything as it is. */
    Decision peek(Limit limit, long cost, long nowMicros);

    /** Whether other keys are counted here as well. */
    default boolean isShared() {
        return false;
    }

    /** Makes the counter again what it was before the call. */
    void undo();
}
