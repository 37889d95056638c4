package io.weir.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Whole seconds as HTTP wants them, rounded up: whoever comes back earlier is refused. */
public final class Seconds {

    private Seconds() {}

    public static long roundedUp(long micros) {
        return (micros + 999_999) / 1_000_000;
    }

    public static long roundedUp(Duration duration) {
        return roundedUp(TimeUnit.MICROSECONDS.convert(duration));
    }
}
