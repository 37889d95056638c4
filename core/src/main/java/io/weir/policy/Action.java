package io.weir.policy;

import java.util.Locale;

/** What becomes of a request. */
public enum Action {
    ALLOW,

    /** The sender has to pass a challenge and send the request again. */
    CHALLENGE,
    DENY,

    /** Denied because of a {@link BlockedSubject}, before any rule is asked. */
    BLOCKED;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** Returns the word for this action in JSON and messages, such as {@code challenge}. */
    public String word() {
        return word;
    }
}
