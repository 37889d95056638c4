package io.weir.store.spi;

/**
 * A shared store has answered that it cannot decide a call. The cause is a counter of this call or full memory, and not
 * an outage.
 */
public final class StoreRefusedException extends RuntimeException {

    /** The reason why a call cannot be decided. */
    public enum Reason {
        /** One of its counters contains data that no store wrote. */
        UNREADABLE_COUNTER,

        /** The store is out of memory: it can be read, but not written to. */
        FULL
    }

    private static final long serialVersionUID = 1;

    private final Reason reason;

    public StoreRefusedException(Reason reason, String message, Throwable cause) {
        // Without a stack trace: it carries no information, and filling it in would cost time for every call on such a
        // counter.
        super(message, cause, false, false);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
