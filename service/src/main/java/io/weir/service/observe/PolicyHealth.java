package io.weir.service.observe;

import io.weir.live.FollowedPolicy;
import io.weir.live.PolicyStatus;
import io.weir.service.PolicySettings;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports whether the policy in force is the newest one. The service is not ready while it has no policy because the only one
 * cannot be read. Every caller may see this health, so only administrators are told the reason.
 */
public record PolicyHealth(FollowedPolicy source, PolicySettings.IfUnread unread) implements HealthIndicator {

    @Override
    public Health health() {
        PolicyStatus standing = source.status();
        if (!isReady()) {
            return Health.outOfService()
                    .withDetail(
                            "detail",
                            "no rule is in force, because the policy cannot be read: push one with weir policy push, or"
                                    + " start with --ready-without-policy; weir policy show says why")
                    .build();
        }
        Health.Builder health = standing.problem().isEmpty()
                ? Health.up()
                : Health.status(StoreHealth.DEGRADED)
                        .withDetail("detail", "the last good policy is in force; weir policy show says why");
        return health.withDetail("version", standing.document().version()).build();
    }

    public boolean isReady() {
        return !source.isUnread() || unread == PolicySettings.IfUnread.READY;
    }
}
