package io.weir.live;

import java.nio.file.FileSystemException;
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
        // The message of a file's failure may be its path alone.
        boolean namesNoReason = cause instanceof FileSystemException file && file.getReason() == null;
        return cause.getMessage() == null || namesNoReason ? cause.toString() : cause.getMessage();
    }
}
