package io.weir.guard.key.verify;

import io.weir.guard.key.KeyFormat;
import io.weir.guard.secret.Pepper;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * How a registry follows the keys.
 *
 * @param scheduler runs the reading; its {@code execute} may wait for a database
 * @param snapshot a file from which keys are read when the process starts without its database
 * @param mostStale keys are refused when the database has been away for longer
 */
public record RegistryConfig(
        Pepper pepper,
        KeyFormat format,
        TimeSource time,
        Scheduler scheduler,
        Optional<Path> snapshot,
        Duration mostStale) {

    private static final Duration USUAL_STALE = Duration.ofHours(24);

    public RegistryConfig {
        if (mostStale.isNegative()) {
            throw new IllegalArgumentException("the longest time without the database must not be negative");
        }
    }

    public static RegistryConfig of(Pepper pepper, TimeSource time, Scheduler scheduler) {
        return new RegistryConfig(pepper, KeyFormat.WEIR, time, scheduler, Optional.empty(), USUAL_STALE);
    }

    public RegistryConfig withFormat(KeyFormat other) {
        return new RegistryConfig(pepper, other, time, scheduler, snapshot, mostStale);
    }

    public RegistryConfig withSnapshot(Path file) {
        return new RegistryConfig(pepper, format, time, scheduler, Optional.of(file), mostStale);
    }

    public RegistryConfig withMostStale(Duration other) {
        return new RegistryConfig(pepper, format, time, scheduler, snapshot, other);
    }

    Instant now() {
        return Instant.EPOCH.plus(time.nowMicros(), ChronoUnit.MICROS);
    }
}
