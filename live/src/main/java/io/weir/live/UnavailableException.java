package io.weir.live;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The policy cannot be changed at present. */
public final class UnavailableException extends RuntimeException {

    UnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** What it comes down to. */
    static String reason(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
