package io.weir.policy;

/** How much a rule, or a whole policy, has to say. */
public enum Mode {
    /** Counts, and denies what does not fit. */
    ENFORCE,

    /** Counts, and only says what it would deny. */
    SHADOW,

    /** Does nothing. */
    OFF;

    /** The lesser of both. */
    public Mode and(Mode other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
