package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.testkit.oracle.Oracle;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Records the permits of one key that were taken and not given back. */
final class KeptPermits {

    private final NavigableMap<Long, Long> keptAt = new TreeMap<>();

    void take(long nowMicros, long permits) {
        keptAt.merge(nowMicros, permits, Long::sum);
    }

    void giveBack(long takenMicros, long permits) {
        keptAt.merge(takenMicros, -permits, Long::sum);
    }

    /** Fails if more permits were kept in some span of time than the limit promises plus {@code more}. */
    void assertWithin(Limit limit, long more) {
        for (long from : keptAt.keySet()) {
            long kept = 0;
            for (Map.Entry<Long, Long> at : keptAt.tailMap(from).entrySet()) {
                long spanMicros = at.getKey() - from;
                kept += at.getValue();
                if (isPromised(limit, spanMicros)) {
                    assertThat(kept)
                            .as("permits of %s kept in %d µs from %d on, of %s", limit, spanMicros, from, keptAt)
                            .isLessThanOrEqualTo(most(limit, spanMicros) + more);
                }
            }
        }
    }

    private static boolean isBucket(Limit limit) {
        return limit.algorithm() == Algorithm.TOKEN_BUCKET || limit.algorithm() == Algorithm.LEAKY_BUCKET;
    }

    /** A window promises something for spans up to its own length, a bucket for every span. */
    private static boolean isPromised(Limit limit, long spanMicros) {
        return isBucket(limit) || spanMicros < Oracle.periodMicros(limit);
    }

    private static long most(Limit limit, long spanMicros) {
        long capacity = limit.capacity();
        return switch (limit.algorithm()) {
            case TOKEN_BUCKET, LEAKY_BUCKET ->
                capacity + limit.rate().permits() * spanMicros / Oracle.periodMicros(limit);
            case SLIDING_WINDOW -> capacity;
            case SLIDING_WINDOW_COUNTER -> 2 * capacity - 1;
            case FIXED_WINDOW -> 2 * capacity;
        };
    }
}
