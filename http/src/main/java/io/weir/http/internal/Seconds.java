package io.weir.http.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Converts times to the whole seconds of HTTP headers, rounded up so that a client that waits for this time is not too early. */
public final class Seconds {

    private Seconds() {}

    public static long roundedUp(long micros) {
        return (micros + 999_999) / 1_000_000;
    }

    public static long roundedUp(Duration duration) {
        return roundedUp(TimeUnit.MICROSECONDS.convert(duration));
    }
}
