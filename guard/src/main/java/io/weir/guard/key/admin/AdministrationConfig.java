package io.weir.guard.key.admin;

import io.weir.guard.key.KeyFormat;
import io.weir.guard.key.spi.SecretHasher;
import io.weir.guard.secret.Pepper;
import io.weir.time.TimeSource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;

/**
 * How keys are administered.
 *
 * @param knownScopes the scopes that keys may have besides those of Weir itself; empty for any
 */
public record AdministrationConfig(
        SecretHasher hasher, KeyFormat format, TimeSource time, LastAdminKey lastAdminKey, Set<String> knownScopes) {

    public AdministrationConfig {
        knownScopes = Set.copyOf(knownScopes);
    }

    public static AdministrationConfig of(Pepper pepper, TimeSource time) {
        return new AdministrationConfig(
                new SecretHasher(pepper), KeyFormat.WEIR, time, LastAdminKey.DISPENSABLE, Set.of());
    }

    public AdministrationConfig withFormat(KeyFormat other) {
        return new AdministrationConfig(hasher, other, time, lastAdminKey, knownScopes);
    }

    public AdministrationConfig withLastAdminKey(LastAdminKey other) {
        return new AdministrationConfig(hasher, format, time, other, knownScopes);
    }

    public AdministrationConfig withKnownScopes(String... names) {
        return new AdministrationConfig(hasher, format, time, lastAdminKey, Set.of(names));
    }

    Instant now() {
        return Instant.EPOCH.plus(time.nowMicros(), ChronoUnit.MICROS);
    }
}
