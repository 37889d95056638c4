package io.weir.guard.key;

import java.util.Locale;

/** Whether a key is for real use or for trying things out. It is visible in the secret. */
public enum KeyEnvironment {
    LIVE,
    TEST;

    /** The word in secrets, JSON and on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static KeyEnvironment parse(String text) {
        for (KeyEnvironment environment : values()) {
            if (environment.text().equals(text)) {
                return environment;
            }
        }
        throw new InvalidFieldException("environment", "must be live or test");
    }
}
