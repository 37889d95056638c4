package io.weir.service.guard;

import io.weir.guard.key.verify.RegistryStatus;
import io.weir.service.observe.StoreHealth;
import java.util.Optional;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports whether the database of keys and the audit answers. A database that is away makes the service degraded, not down: limits
 * do not need it, and keys are verified from memory. Every caller may see this health, so it gives no address and no error.
 */
public record GuardHealth(ServiceGuard guard) implements HealthIndicator {

    @Override
    public Health health() {
        String kind = guard.settings().map(DatabaseSettings::kind).orElse("none");
        if (!guard.isWanted()) {
            return Health.up().withDetail("kind", kind).build();
        }
        Optional<RegistryStatus> status =
                guard.opened().map(opened -> opened.registry().status());
        if (status.filter(RegistryStatus::databaseUp).isPresent()) {
            return Health.up().withDetail("kind", kind).build();
        }
        return Health.status(StoreHealth.DEGRADED)
                .withDetail("kind", kind)
                .withDetail(
                        "detail",
                        status.filter(RegistryStatus::isLoaded).isPresent()
                                ? "keys are verified from memory and cannot be changed until the database answers"
                                : "no key can be verified until the database answers; limits do not need it")
                .build();
    }
}
