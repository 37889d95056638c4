package io.weir.service.observe;

import io.weir.service.StoreSettings;
import io.weir.store.Store;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import reactor.core.publisher.Mono;

/**
 * Asks the store for its health, at most once a second. A store that fails makes the service degraded, not down: checks are still
 * decided, and taking all instances out of service would cause an outage.
 *
 * <p>Every caller may see this health, so it gives neither the address of the store nor the text of its errors; the log has both.
 */
public final class StoreHealth implements ReactiveHealthIndicator {

    public static final String DEGRADED = "DEGRADED";

    private static final Duration LONGEST_PROBE = Duration.ofSeconds(2);
    private static final Duration KEPT_FOR = Duration.ofSeconds(1);

    private final Mono<Health> health;

    public StoreHealth(Store store, StoreSettings settings) {
        String kind = settings.redis().isPresent() ? "redis" : "memory";
        Health up = Health.up().withDetail("kind", kind).build();
        Health degraded = Health.status(DEGRADED)
                .withDetail("kind", kind)
                .withDetail("detail", "checks are decided without the store until it answers; the log says why")
                .build();
        this.health = Mono.defer(() -> Mono.fromCompletionStage(store.probe()))
                .timeout(LONGEST_PROBE)
                .thenReturn(up)
                .onErrorReturn(degraded)
                .cache(KEPT_FOR);
    }

    /** The status without details, for callers that do not block. */
    public String status() {
        Health found = health.block();
        return found == null ? DEGRADED : found.getStatus().getCode();
    }

    @Override
    public Mono<Health> health() {
        return health;
    }
}
