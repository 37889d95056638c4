package io.weir.limit.spi;

import io.weir.limit.Rate;
import java.time.Duration;

/** Reads durations, which have the notation of the periods of rates: {@code 300ms}, {@code 30s}, {@code 2min} or {@code 1day}. */
public final class Span {

    private Span() {}

    /** Throws an {@link IllegalArgumentException} if the text is anything else, or longer than a rate's longest period. */
    public static Duration parse(String text) {
        return Rate.parse("1 per " + text).period();
    }
}
