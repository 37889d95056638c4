package io.weir.testkit.oracle;

import io.weir.limit.Decision;

/** What a decision has to say, number by number. */
public record Expected(
        boolean allowed,
        long remaining,
        long overdrawn,
        long resetAfterMicros,
        long retryAfterMicros,
        long delayMicros) {

    /** What that decision says. */
    public static Expected of(Decision decision) {
        return new Expected(
                decision.allowed(),
                decision.remaining(),
                decision.overdrawn(),
                decision.resetAfterMicros(),
                decision.retryAfterMicros(),
                decision.delayMicros());
    }

    /** What is to be said of a counter as it stands, by one who goes after the delay or else comes again. */
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
