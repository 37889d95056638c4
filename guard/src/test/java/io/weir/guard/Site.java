package io.weir.guard;

import io.weir.guard.audit.AuditChain;
import io.weir.guard.audit.AuditFilter;
import io.weir.guard.audit.AuditRow;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.admin.AdministrationConfig;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.admin.NewKey;
import io.weir.guard.key.verify.ApiKeyRegistry;
import io.weir.guard.key.verify.KeyCheck;
import io.weir.guard.key.verify.KeyCode;
import io.weir.guard.key.verify.RegistryConfig;
import io.weir.guard.memory.MemoryAuditLog;
import io.weir.guard.memory.MemoryShelf;
import io.weir.guard.secret.Pepper;
import io.weir.time.ManualTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** An installation in memory and in virtual time. */
public final class Site {

    public static final ChangeOrigin ADMIN = ChangeOrigin.of("ann");

    public final ManualTime time = ManualTime.create();
    public final Pepper pepper = Pepper.parse("11".repeat(32));
    public final AuditChain chain = new AuditChain(pepper);
    public final MemoryAuditLog log = new MemoryAuditLog(chain, "node-1");
    public final AwayShelf shelf = new AwayShelf(new MemoryShelf(log));
    public final RegistryConfig config = RegistryConfig.of(pepper, time, time);
    public final ApiKeyRegistry registry = ApiKeyRegistry.start(shelf, config);
    public final KeyAdministration administration = administration(AdministrationConfig.of(pepper, time));

    /** For tests that let months pass, in which a registry would poll every second. */
    public static Site withoutRegistry() {
        Site site = new Site();
        site.registry.close();
        return site;
    }

    public KeyAdministration administration(AdministrationConfig config) {
        return new KeyAdministration(shelf, registry, config);
    }

    /** Another process of the installation. */
    public ApiKeyRegistry otherNode() {
        return ApiKeyRegistry.start(shelf, config);
    }

    public Instant now() {
        return Instant.EPOCH.plus(time.nowMicros(), ChronoUnit.MICROS);
    }

    public NewKey create(String name) {
        return create(KeyTerms.of(name, "acme"));
    }

    public NewKey create(KeyTerms terms) {
        return administration.create(KeyDraft.of(terms), ADMIN);
    }

    public KeyCode verify(NewKey key) {
        return verify(registry, key);
    }

    public static KeyCode verify(ApiKeyRegistry registry, NewKey key) {
        return registry.verify(KeyCheck.of(key.secret().reveal())).code();
    }

    public List<AuditRow> audit() {
        return log.read(AuditFilter.ALL, 0, Integer.MAX_VALUE);
    }

    public List<String> auditKinds() {
        return audit().stream().map(row -> row.entry().kind()).toList();
    }
}
