package io.weir;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.store.Charge;
import java.math.BigInteger;

/**
 * Estimates the shortest waits of the callers in a line, on the assumption that nothing is given back.
 *
 * @param first the charge of the first caller in line
 * @param denial the store's denial of that charge
 * @param atMicros when the denial arrived, by the scheduler's time
 */
record Forecast(Charge first, Decision denial, long atMicros) {

    /*
     * Once the first caller has gone, a bucket is empty, and every further permit takes its time to flow: at 10 per
     * minute, if the first goes in 2 s, a caller for 3 permits behind another one for 4 goes after 2 + (4 + 3) × 6 s.
     * The store rounds its waits up to a microsecond, so one microsecond is subtracted.
     *
     * A window may be completely free when the first goes, but it holds no more than the capacity, and so does the next
     * window. The window of a sliding window counter may even have begun earlier.
     */

    long firstWaitMicros(long nowMicros) {
        return fromNow(denial.retryAfterMicros(), nowMicros);
    }

    /** Returns the wait of a newcomer behind callers who ask for {@code permitsAhead} together, including the first. */
    long lastWaitMicros(long permitsAhead, long cost, long nowMicros) {
        Limit limit = first.limit();
        long fullWindows = (permitsAhead + cost - 1) / limit.capacity();
        long firstGoes = denial.retryAfterMicros();
        long lastGoes = switch (limit.algorithm()) {
            case TOKEN_BUCKET -> firstGoes - 1 + flowMicros(permitsAhead - first.cost() + cost);
            // A turn comes after everything before it has gone, in the bucket and in the line.
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

    /** Returns how long permits take at the limit's rate, capped at half of {@code Long.MAX_VALUE}. */
    private long flowMicros(long permits) {
        Rate rate = first.limit().rate();
        return BigInteger.valueOf(permits)
                .multiply(BigInteger.valueOf(rate.period().toNanos() / 1_000))
                .divide(BigInteger.valueOf(rate.permits()))
                .min(BigInteger.valueOf(Long.MAX_VALUE / 2))
                .longValue();
    }
}
