package io.weir.guard.key;

import org.jspecify.annotations.Nullable;

/** Where keys are kept cannot be reached. Says whether anything may have been changed. */
public final class KeysUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final boolean changeUnknown;

    private KeysUnavailableException(String message, @Nullable Throwable cause, boolean changeUnknown) {
        super(message, cause);
        this.changeUnknown = changeUnknown;
    }

    public static KeysUnavailableException nothingChanged(@Nullable Throwable cause) {
        return new KeysUnavailableException(
                "The database of the keys cannot be reached; nothing was changed. Try again later.", cause, false);
    }

    public static KeysUnavailableException changeUnknown(@Nullable Throwable cause) {
        return new KeysUnavailableException(
                "The connection to the database of the keys was lost while the change was being completed, so it is not"
                        + " known whether it was made. List the keys when the database is back.",
                cause,
                true);
    }

    /** Whether the connection was lost so late that the change may have been made nevertheless. */
    public boolean isChangeUnknown() {
        return changeUnknown;
    }
}
