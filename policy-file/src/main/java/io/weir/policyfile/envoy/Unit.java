package io.weir.policyfile.envoy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** A unit of time as Envoy knows them; months and years are of one length. */
public enum Unit {
    SECOND(Duration.ofSeconds(1)),
    MINUTE(Duration.ofMinutes(1)),
    HOUR(Duration.ofHours(1)),
    DAY(Duration.ofDays(1)),
    WEEK(Duration.ofDays(7)),
    MONTH(Duration.ofDays(30)),
    YEAR(Duration.ofDays(365));

    private final Duration period;

    Unit(Duration period) {
        this.period = period;
    }

    public Duration period() {
        return period;
    }

    /** The unit of that length, if it is one. */
    public static Optional<Unit> of(Duration period) {
        return Arrays.stream(values())
                .filter(unit -> unit.period.equals(period))
                .findFirst();
    }
}
