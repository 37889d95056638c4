package io.weir.metrics.internal;

import io.weir.limit.Limit;
import org.jspecify.annotations.Nullable;

/** The value of the gauges that show how fast permits flow back. */
public final class FillRate {

    private FillRate() {}

    /** Returns the limit's permits per second, or 0 if no limit has been seen yet. */
    public static double permitsPerSecond(@Nullable Limit limit) {
        return limit == null
                ? 0
                : limit.rate().permits() * 1e9 / limit.rate().period().toNanos();
    }
}
