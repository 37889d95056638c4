package io.weir.live;

import java.nio.file.FileSystemException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The policy cannot be changed at present, because its document cannot be read or written. */
public final class UnavailableException extends RuntimeException {

    UnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns the failure without the exceptions in which futures wrap it. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Describes the cause of a failure in one line. */
    static String reason(Throwable failure) {
        Throwable cause = cause(failure);
        // The message of a failed file operation may be the path alone.
        boolean namesNoReason = cause instanceof FileSystemException file && file.getReason() == null;
        return cause.getMessage() == null || namesNoReason ? cause.toString() : cause.getMessage();
    }
}
