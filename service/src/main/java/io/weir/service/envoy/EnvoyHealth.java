package io.weir.service.envoy;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The health of serving Envoy. Files with mistakes are no reason to be down, because the files before them stay in force. */
final class EnvoyHealth implements HealthIndicator {

    private final EnvoyServing serving;

    EnvoyHealth(EnvoyServing serving) {
        this.serving = serving;
    }

    @Override
    public Health health() {
        ConfigFolder.State state = serving.state();
        Health.Builder health = state.domains().isEmpty() ? Health.down() : Health.up();
        health.withDetail("domains", state.domains().all().size());
        String problem = serving.publicProblem();
        if (problem != null) {
            health.withDetail("problem", problem);
        }
        return health.build();
    }
}
