package io.weir.metrics.guard;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.weir.guard.audit.AuditStatus;
import io.weir.guard.audit.AuditTrail;
import io.weir.guard.key.verify.ApiKeyRegistry;
import io.weir.guard.key.verify.KeyCode;
import io.weir.guard.key.verify.RegistryStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Meters of API keys and their audit: how verifications end, how many keys there are, how old they are, whether the database
 * answers, and what waits for it. No key, owner or address is ever a tag.
 */
public final class GuardMeters implements MeterBinder {

    private static final double NANOS_PER_SECOND = 1e9;

    private final Supplier<Optional<ApiKeyRegistry>> keys;
    private final Supplier<Optional<AuditTrail>> audit;

    /** Shows zeros, and a database that is away, for as long as the suppliers have nothing. */
    public GuardMeters(Supplier<Optional<ApiKeyRegistry>> keys, Supplier<Optional<AuditTrail>> audit) {
        this.keys = keys;
        this.audit = audit;
    }

    public static GuardMeters of(ApiKeyRegistry keys, AuditTrail audit) {
        return new GuardMeters(() -> Optional.of(keys), () -> Optional.of(audit));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (KeyCode code : KeyCode.values()) {
            FunctionCounter.builder("guard.keys.verified", this, each -> each.verified(code))
                    .description("API keys that were presented, by what was found about them")
                    .tag("code", code.text())
                    .register(registry);
        }
        // Keeps this object reachable, which the other meters do not.
        TimeGauge.builder("guard.keys.age", this, TimeUnit.SECONDS, GuardMeters::ageSeconds)
                .description("How long ago the keys in memory were as in the database")
                .strongReference(true)
                .register(registry);
        Gauge.builder("guard.keys.count", this, each -> each.status(RegistryStatus::keys))
                .description("API keys in memory, revoked ones included")
                .register(registry);
        Gauge.builder("guard.database.up", this, each -> each.status(status -> status.databaseUp() ? 1 : 0))
                .description("1 if the last attempt to read the keys from their database succeeded")
                .register(registry);
        Gauge.builder("guard.audit.queue", this, each -> each.trail(AuditStatus::queued))
                .description("Events that wait to be written to the audit")
                .register(registry);
        FunctionCounter.builder("guard.audit.dropped", this, each -> each.trail(AuditStatus::dropped))
                .description("Events that are missing in the audit, because too many waited")
                .register(registry);
    }

    private double verified(KeyCode code) {
        return keys.get().map(each -> each.verified(code)).orElse(0L);
    }

    private double ageSeconds() {
        return keys.get()
                .flatMap(each -> each.status().age())
                .map(Duration::toNanos)
                .map(nanos -> nanos / NANOS_PER_SECOND)
                .orElse(Double.POSITIVE_INFINITY);
    }

    private double status(ToDoubleFunction<RegistryStatus> value) {
        return keys.get().map(each -> value.applyAsDouble(each.status())).orElse(0.0);
    }

    private double trail(ToDoubleFunction<AuditStatus> value) {
        return audit.get().map(each -> value.applyAsDouble(each.status())).orElse(0.0);
    }
}
