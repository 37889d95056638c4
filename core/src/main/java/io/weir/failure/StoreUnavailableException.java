package io.weir.failure;

/** The shared store was not asked, or has not answered in time. */
public final class StoreUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    StoreUnavailableException(String message) {
        // Without its stack, which says nothing, and would be filled in for every call while the store is gone.
        super(message, null, false, false);
    }
}
