package io.weir.lab.replay;

/** What clients do with a denial. A log does not say it, so it is an assumption. */
public enum Retries {
    /** Nobody comes back. */
    NONE(0),

    /** Clients come back after Retry-After, three times. */
    POLITE(3),

    /** Clients come back after a second, five times. */
    STUBBORN(5);

    private static final long SECOND_MICROS = 1_000_000;

    private final int most;

    Retries(int most) {
        this.most = most;
    }

    int most() {
        return most;
    }

    /** Headers have whole seconds, rounded up. */
    long waitMicros(long retryAfterMicros) {
        return this == STUBBORN
                ? SECOND_MICROS
                : -Math.floorDiv(-Math.max(1, retryAfterMicros), SECOND_MICROS) * SECOND_MICROS;
    }
}
