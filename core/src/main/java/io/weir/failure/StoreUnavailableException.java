package io.weir.failure;

/** The shared store was not asked, or has not answered in time. */
sealed class StoreUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    StoreUnavailableException(String message) {
        // Without its stack, which says nothing, and would be filled in for every call while the store is gone.
        super(message, null, false, false);
    }

    /** It was not asked because too many calls of this process wait for it, which is no fault of the store. */
    static final class TooManyWaiting extends StoreUnavailableException {

        private static final long serialVersionUID = 1;

        TooManyWaiting(String message) {
            super(message);
        }
    }
}
