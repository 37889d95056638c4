package io.weir.guard.login;

import java.util.Locale;

/** The step of a login that an attempt is made at. Each has counters of its own. */
public enum LoginStep {
    PASSWORD,

    /** A code, after the password was right. */
    SECOND_FACTOR;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns the value of the fact {@code login}, such as {@code second-factor}. */
    public String word() {
        return word;
    }
}
