package io.weir.limit.spi;

import io.weir.limit.Limit;

/**
 * The state of one counter: an immutable value that only its {@link Limit} can interpret. A key that was never charged
 * has the limit's {@linkplain Limit#fresh fresh} state.
 */
public sealed interface State permits ClearAt, Window, Log {

    /** Returns approximately how many bytes of heap this state takes, for stores that bound their memory. */
    int bytes();

    /** Returns a similar, at least as strict state that takes less heap; the same instance if there is none. */
    default State smaller() {
        return this;
    }

    /** Returns the same state for a clock that is {@code micros} ahead of the one it was made with. */
    State shifted(long micros);

    /** Returns the state of a counter of which only this part was taken, rounded up. */
    State part(double share);
}
