package io.weir.failure;

/** The shared store was not asked, or did not answer before the deadline. */
sealed class StoreUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    StoreUnavailableException(String message) {
        // Without a stack trace: it carries no information, and filling it in would cost time for every call of an
        // outage.
        super(message, null, false, false);
    }

    /** The call was not sent because too many calls of this process wait already, which is no fault of the store. */
    static final class TooManyWaiting extends StoreUnavailableException {

        private static final long serialVersionUID = 1;

        TooManyWaiting(String message) {
            super(message);
        }
    }
}
