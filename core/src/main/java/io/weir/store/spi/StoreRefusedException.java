package io.weir.store.spi;

/** A shared store has answered that it cannot decide a call: this is a trouble of the counters of that call, and no outage. */
public final class StoreRefusedException extends RuntimeException {

    /** Why a call cannot be decided. */
    public enum Reason {
        /** One of its counters holds what no store wrote. */
        UNREADABLE_COUNTER,

        /** The store is full: it can be read, but not written to. */
        FULL
    }

    private static final long serialVersionUID = 1;

    private final Reason reason;

    public StoreRefusedException(Reason reason, String message, Throwable cause) {
        // Without its stack, which says nothing, and would be filled in for every call on such a counter.
        super(message, cause, false, false);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
