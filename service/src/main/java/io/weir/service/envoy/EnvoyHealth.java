package io.weir.service.envoy;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Says by which files Envoy is served; wrong ones are no reason to stop serving by those before them. */
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
