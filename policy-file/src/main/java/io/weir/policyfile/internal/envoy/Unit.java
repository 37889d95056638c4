package io.weir.policyfile.internal.envoy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A unit of time in Envoy's protocol; a month is 30 days and a year 365. */
public enum Unit {
    SECOND(Duration.ofSeconds(1)),
    MINUTE(Duration.ofMinutes(1)),
    HOUR(Duration.ofHours(1)),
    DAY(Duration.ofDays(1)),
    WEEK(Duration.ofDays(7)),
    MONTH(Duration.ofDays(30)),
    YEAR(Duration.ofDays(365));

    private static final Map<Duration, Unit> BY_PERIOD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Unit::period, unit -> unit));

    private final Duration period;
    private final String keyName = name().toLowerCase(Locale.ROOT);

    Unit(Duration period) {
        this.period = period;
    }

    public Duration period() {
        return period;
    }

    /** Returns the name in a store's keys, such as {@code minute}. */
    String keyName() {
        return keyName;
    }

    /** Returns the unit of this length, if there is one. */
    public static Optional<Unit> of(Duration period) {
        return Optional.ofNullable(BY_PERIOD.get(period));
    }
}
