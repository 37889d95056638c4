package io.weir.guard.key;

import java.util.Locale;

/** What a key is good for at an instant. A revoked key stays revoked; a disabled one can be enabled. */
public enum KeyState {
    ACTIVE,
    DISABLED,
    EXPIRED,
    REVOKED;

    /** The word in JSON and on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static KeyState parse(String text) {
        for (KeyState state : values()) {
            if (state.text().equals(text)) {
                return state;
            }
        }
        throw new InvalidFieldException("state", "must be active, disabled, expired or revoked");
    }
}
