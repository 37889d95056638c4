package io.weir;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Charge;
import java.math.BigInteger;

/**
 * How long those in a line have to wait at least, if nothing is given back.
 *
 * @param first what the first in line asks for
 * @param denial what the store answered to that
 * @param atMicros when it did, by the scheduler's time
 */
record Forecast(Charge first, Decision denial, long atMicros) {

    /*
     * A bucket has nothing left when the first has gone, and from then on every permit takes its time to flow: at 10 per
     * minute, the first going in 2 s, somebody who asks for 3 permits behind another who asks for 4 goes after
     * 2 + (4 + 3) × 6 s. What the store says is rounded up to a microsecond, so one is taken off.
     *
     * A window may be wholly free when the first goes, but holds no more than the capacity, and so does the next. A sliding
     * window counter's may even have begun before.
     */

    long firstWaitMicros(long nowMicros) {
        return fromNow(denial.retryAfterMicros(), nowMicros);
    }

    /** For a newcomer behind all who ask for so many permits together, the first included. */
    long lastWaitMicros(long permitsAhead, long cost, long nowMicros) {
        Limit limit = first.limit();
        long fullWindows = (permitsAhead + cost - 1) / limit.capacity();
        long firstGoes = denial.retryAfterMicros();
        long lastGoes = switch (limit.algorithm()) {
            case TOKEN_BUCKET -> firstGoes - 1 + flowMicros(permitsAhead - first.cost() + cost);
            // Goes when all has gone that came before, in the bucket and in the line.
            case LEAKY_BUCKET -> denial.resetAfterMicros() - 1 + flowMicros(permitsAhead);
            case FIXED_WINDOW, SLIDING_WINDOW -> firstGoes + windowsMicros(fullWindows);
            case SLIDING_WINDOW_COUNTER -> firstGoes + windowsMicros(Math.max(0, fullWindows - 1));
        };
        return fromNow(lastGoes, nowMicros);
    }

    private long fromNow(long waitMicros, long nowMicros) {
        return Math.max(1, waitMicros - (nowMicros - atMicros));
    }

    private long windowsMicros(long windows) {
        return flowMicros(windows * first.limit().capacity());
    }

    /** How long so many permits take at the limit's rate, or half of what a long can hold if that is less. */
    private long flowMicros(long permits) {
        Rate rate = first.limit().rate();
        return BigInteger.valueOf(permits)
                .multiply(BigInteger.valueOf(rate.period().toNanos() / 1_000))
                .divide(BigInteger.valueOf(rate.permits()))
                .min(BigInteger.valueOf(Long.MAX_VALUE / 2))
                .longValue();
    }
}
