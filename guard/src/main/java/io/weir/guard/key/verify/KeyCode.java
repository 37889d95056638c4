package io.weir.guard.key.verify;

import java.util.Locale;

/** What was found about a presented key. */
public enum KeyCode {
    VALID,

    /** Not of the form of a key, or mistyped: its checksum is wrong. */
    MALFORMED,

    UNKNOWN,

    /** The key has expired, or this secret of it was rotated out. */
    EXPIRED,

    REVOKED,

    DISABLED,

    WRONG_NETWORK,

    INSUFFICIENT_SCOPE,

    /** What is known of the keys is missing or too old, because their database has been away too long. */
    UNAVAILABLE;

    /** The word in JSON and meters. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
