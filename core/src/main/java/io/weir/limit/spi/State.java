package io.weir.limit.spi;

import io.weir.limit.Limit;

/**
 * What a store keeps of one key: an immutable value that only its {@link Limit} can read. A key that was never charged
 * has the limit's {@linkplain Limit#fresh fresh} state.
 */
public sealed interface State permits ClearAt, Window, Log {

    /** About how much heap this state takes, for stores that bound their memory. */
    int bytes();

    /** About the same in less heap, erring on the strict side; the same state if it cannot be smaller. */
    default State smaller() {
        return this;
    }

    /** The same state as seen on a clock that is so many microseconds ahead of the one it was made on. */
    State shifted(long micros);

    /** The state of a counter of which only that part was taken, rounded up. */
    State part(double share);
}
