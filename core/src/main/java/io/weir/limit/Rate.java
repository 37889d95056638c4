package io.weir.limit;

import java.time.Duration;

/** A number of permits per period, such as 100 per minute. */
public record Rate(long permits, Duration period) {

    /** The largest number of permits a rate or a capacity may have. */
    public static final long MOST_PERMITS = 1_000_000_000_000L;

    /** The longest period, window or fill time. With it, every instant until the year 2200 stays below 2^53 µs. */
    public static final Duration LONGEST_PERIOD = Duration.ofDays(3650);

    public Rate {
        Bounds.requirePermits("permits", permits);
        Bounds.requirePeriod(period);
    }

    public static Rate of(long permits, Duration period) {
        return new Rate(permits, period);
    }

    public static Rate perSecond(long permits) {
        return new Rate(permits, Duration.ofSeconds(1));
    }

    public static Rate perMinute(long permits) {
        return new Rate(permits, Duration.ofMinutes(1));
    }

    public static Rate perHour(long permits) {
        return new Rate(permits, Duration.ofHours(1));
    }

    public static Rate perDay(long permits) {
        return new Rate(permits, Duration.ofDays(1));
    }

    /**
     * Reads {@code "100/min"}, {@code "10/s"} or {@code "5 per 30s"}.
     *
     * @throws IllegalArgumentException with an example, if the text is anything else
     */
    public static Rate parse(String text) {
        return Shorthand.rate(text);
    }

    long periodMicros() {
        return Bounds.micros(period);
    }

    /** Returns the text that {@link #parse} reads back. */
    @Override
    public String toString() {
        return Shorthand.write(this);
    }
}
