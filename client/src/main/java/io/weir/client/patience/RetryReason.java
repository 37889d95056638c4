package io.weir.client.patience;

import java.util.Locale;

/** Why an attempt did not succeed. */
public enum RetryReason {
    /** A 429, or a 503 that says when to come back. The server did not execute the call. */
    REFUSED,

    /** A 502, 503 or 504. The server may have executed the call. */
    UNAVAILABLE,

    /** No answer at all. */
    FAILED;

    /** Returns the name in tags of meters. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
