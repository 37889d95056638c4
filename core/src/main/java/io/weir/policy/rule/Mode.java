package io.weir.policy.rule;

import java.util.Locale;
import java.util.Optional;

/** The effect of a rule, or of a whole policy. */
public enum Mode {
    /** Counts, and denies requests beyond the limit. */
    ENFORCE,

    /** Counts, and only reports which requests it would deny. */
    SHADOW,

    /** Does nothing. */
    OFF;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** The word for this mode in policies, JSON and messages: {@code enforce}, {@code shadow} or {@code off}. */
    public String word() {
        return word;
    }

    /** Returns the mode with a {@link #word()}; empty if there is none. */
    public static Optional<Mode> parse(String word) {
        for (Mode mode : values()) {
            if (mode.word.equals(word)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }

    /** Returns the mode with the smaller effect. */
    public Mode and(Mode other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
