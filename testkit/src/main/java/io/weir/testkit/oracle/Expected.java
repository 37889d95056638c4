package io.weir.testkit.oracle;

import io.weir.limit.Decision;

/** The expected numbers of a decision. */
public record Expected(
        boolean allowed,
        long remaining,
        long overdrawn,
        long resetAfterMicros,
        long retryAfterMicros,
        long delayMicros) {

    /** Returns the numbers of a decision. */
    public static Expected of(Decision decision) {
        return new Expected(
                decision.allowed(),
                decision.remaining(),
                decision.overdrawn(),
                decision.resetAfterMicros(),
                decision.retryAfterMicros(),
                decision.delayMicros());
    }

    /** Returns the expected numbers for a counter, with a delay or a retry-after. */
    static Expected of(Oracle counter, long nowMicros, long retryAfterMicros, long delayMicros) {
        boolean allowed = retryAfterMicros == 0;
        return new Expected(
                allowed,
                counter.remaining(nowMicros),
                counter.overdrawn(nowMicros),
                counter.resetAfterMicros(nowMicros),
                retryAfterMicros,
                allowed ? delayMicros : 0);
    }
}
