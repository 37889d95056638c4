package io.weir.guard.audit;

import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How a trail works.
 *
 * @param scheduler runs the writing; its {@code execute} may wait for a database
 * @param keep how long rows are kept
 */
public record AuditTrailConfig(TimeSource time, Scheduler scheduler, Duration keep) {

    public static final Duration USUAL_KEEP = Duration.ofDays(400);

    public AuditTrailConfig {
        if (keep.compareTo(Duration.ofDays(1)) < 0) {
            throw new IllegalArgumentException("the audit must be kept for a day at least, but was to be for " + keep);
        }
    }

    /** The instant on the clock. */
    public Instant now() {
        return Instant.EPOCH.plus(time.nowMicros(), ChronoUnit.MICROS);
    }

    public static AuditTrailConfig of(TimeSource time, Scheduler scheduler) {
        return new AuditTrailConfig(time, scheduler, USUAL_KEEP);
    }

    public AuditTrailConfig withKeep(Duration other) {
        return new AuditTrailConfig(time, scheduler, other);
    }
}
