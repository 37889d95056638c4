package io.weir.failure;

import io.weir.store.spi.StoreRefusedException;
import io.weir.store.spi.StoreRefusedException.Reason;
import java.util.concurrent.CompletionException;

/** What the failure of a call says about the shared store. */
final class Failures {

    private Failures() {}

    /** The failure itself, without what a stage wraps it in. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Whether the store has answered, and only could not decide this call. */
    static boolean isRefusal(Throwable failure) {
        return cause(failure) instanceof StoreRefusedException;
    }

    /** Whether the store can be read, but not written to. */
    static boolean isFull(Throwable failure) {
        return cause(failure) instanceof StoreRefusedException refused && refused.reason() == Reason.FULL;
    }

    /** Whether the store was not even asked. */
    static boolean isOwnDoing(Throwable failure) {
        return cause(failure) instanceof StoreUnavailableException.TooManyWaiting;
    }
}
