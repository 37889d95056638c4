package io.weir.guard.bot;

import java.util.Locale;

/** How sure it is that a client is a program. */
public enum BotBand {
    NONE,
    POSSIBLE,
    LIKELY,
    CERTAIN,

    /** A crawler that has proved to be what it says; rules for the other bands are not for it. */
    VERIFIED;

    private static final int POSSIBLE_FROM = 30;
    private static final int LIKELY_FROM = 60;
    private static final int CERTAIN_FROM = 90;

    private final String word = name().toLowerCase(Locale.ROOT);

    static BotBand of(int score) {
        return score < POSSIBLE_FROM ? NONE : score < LIKELY_FROM ? POSSIBLE : score < CERTAIN_FROM ? LIKELY : CERTAIN;
    }

    /** Returns the value of the fact {@code bot}, such as {@code likely}. */
    public String word() {
        return word;
    }
}
