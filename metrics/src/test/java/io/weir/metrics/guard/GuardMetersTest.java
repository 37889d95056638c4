package io.weir.metrics.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.guard.audit.AuditChain;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditTrail;
import io.weir.guard.audit.AuditTrailConfig;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.admin.AdministrationConfig;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.admin.NewKey;
import io.weir.guard.key.verify.ApiKeyRegistry;
import io.weir.guard.key.verify.RegistryConfig;
import io.weir.guard.memory.MemoryAuditLog;
import io.weir.guard.memory.MemoryShelf;
import io.weir.guard.secret.Pepper;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class GuardMetersTest {

    private static final Pepper PEPPER = Pepper.parse("11".repeat(32));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ManualTime time = ManualTime.create();
    private final MemoryAuditLog log = new MemoryAuditLog(new AuditChain(PEPPER), "node-1");
    private final MemoryShelf shelf = new MemoryShelf(log);
    private final ApiKeyRegistry registry = ApiKeyRegistry.start(shelf, RegistryConfig.of(PEPPER, time, time));
    private final AuditTrail trail = AuditTrail.start(log, AuditTrailConfig.of(time, time));

    private double gauge(String name) {
        return meters.get(name).gauge().value();
    }

    private double verified(String code) {
        return meters.get("guard.keys.verified")
                .tag("code", code)
                .functionCounter()
                .count();
    }

    @Test
    void showsVerificationsKeysAndWhatWaits() {
        GuardMeters.of(registry, trail).bindTo(meters);
        NewKey key = new KeyAdministration(shelf, registry, AdministrationConfig.of(PEPPER, time))
                .create(KeyDraft.of(KeyTerms.of("orders", "acme")), ChangeOrigin.of("ann"));
        registry.find(key.secret().reveal());
        registry.find(key.secret().reveal());
        registry.find("mistyped");
        assertThat(verified("valid")).isEqualTo(2);
        assertThat(verified("malformed")).isEqualTo(1);
        assertThat(verified("insufficient-scope")).isZero();
        assertThat(gauge("guard.keys.count")).isEqualTo(1);
        assertThat(gauge("guard.database.up")).isEqualTo(1);
        trail.record(AuditEvent.of(Instant.EPOCH, AuditKind.ADMIN_DENIED, "unknown", "/"));
        assertThat(gauge("guard.audit.queue")).isEqualTo(1);
        time.advance(Duration.ofSeconds(1));
        assertThat(gauge("guard.audit.queue")).isZero();
        assertThat(meters.get("guard.audit.dropped").functionCounter().count()).isZero();
    }

    @Test
    void theAgeGrowsWhileTheKeysAreNotRead() {
        GuardMeters.of(registry, trail).bindTo(meters);
        registry.close();
        time.advance(Duration.ofMinutes(5));
        assertThat(gauge("guard.keys.age")).isEqualTo(300);
    }

    @Test
    void beforeTheDatabaseIsOpenNothingIsKnown() {
        new GuardMeters(Optional::empty, Optional::empty).bindTo(meters);
        assertThat(gauge("guard.database.up")).isZero();
        assertThat(gauge("guard.keys.age")).isInfinite();
        assertThat(verified("valid")).isZero();
    }
}
