package io.weir.failure;

import io.weir.store.spi.StoreRefusedException;
import io.weir.store.spi.StoreRefusedException.Reason;
import java.util.concurrent.CompletionException;

/** Classifies the failures of calls on a shared store. */
final class Failures {

    private Failures() {}

    /** Returns the failure without the {@code CompletionException} around it. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Returns what failed in words; the name of a class only where there is no message. */
    static String reason(Throwable failure) {
        Throwable cause = cause(failure);
        String message = cause.getMessage();
        return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
    }

    /** Returns whether the store has answered, but could not decide this call. */
    static boolean isRefusal(Throwable failure) {
        return cause(failure) instanceof StoreRefusedException;
    }

    /** Returns whether the store can be read, but not written to. */
    static boolean isFull(Throwable failure) {
        return cause(failure) instanceof StoreRefusedException refused && refused.reason() == Reason.FULL;
    }

    /** Returns whether the store was not asked at all. */
    static boolean isOwnDoing(Throwable failure) {
        return cause(failure) instanceof StoreUnavailableException.TooManyWaiting;
    }
}
