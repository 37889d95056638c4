package io.weir.service;

import io.weir.live.PolicySource;
import io.weir.live.Standing;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether the policy in force is the newest there is. Everybody may see it, so why it is not is only told to administrators. */
record PolicyHealth(PolicySource source) implements HealthIndicator {

    @Override
    public Health health() {
        Standing standing = source.standing();
        Health.Builder health = standing.problem().isEmpty()
                ? Health.up()
                : Health.status(StoreHealth.DEGRADED)
                        .withDetail("detail", "the last good policy is in force; weir policy show says why");
        return health.withDetail("version", standing.document().version()).build();
    }
}
