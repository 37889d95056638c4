package io.weir.spring.internal.actuator;

import io.weir.guard.key.verify.ApiKeyRegistry;
import io.weir.guard.key.verify.RegistryStatus;
import java.util.Map;

/**
 * Checks the health of the API keys. While their database is away, the application is degraded, not down: keys are still
 * verified. As long as no keys are known at all, every key is refused and the application is out of service.
 */
record KeysProbe(ApiKeyRegistry registry) {

    ProbedHealth run() {
        RegistryStatus status = registry.status();
        Map<String, Object> details = Map.of(
                "database", status.databaseUp() ? "UP" : "DOWN",
                "keys", status.keys(),
                "age", status.age().map(age -> age.toSeconds() + " s").orElse("never read"));
        return new ProbedHealth(
                !status.isLoaded() ? "OUT_OF_SERVICE" : status.databaseUp() ? "UP" : "DEGRADED", details);
    }
}
