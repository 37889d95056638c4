package io.weir.service.guard;

import org.jspecify.annotations.Nullable;

/** API keys and the audit cannot be used now; the message says why, and nothing was changed. */
public final class GuardClosedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    GuardClosedException(String message) {
        super(message);
    }

    GuardClosedException(@Nullable String message, Throwable cause) {
        super(message, cause);
    }
}
