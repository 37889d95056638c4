package io.weir.service.guard;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.weir.guard.BackgroundThread;
import io.weir.guard.audit.AuditTrail;
import io.weir.guard.audit.AuditTrailConfig;
import io.weir.guard.jdbc.DatabaseUrl;
import io.weir.guard.jdbc.GuardDatabase;
import io.weir.guard.key.KeyFormat;
import io.weir.guard.key.admin.AdministrationConfig;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.verify.ApiKeyRegistry;
import io.weir.guard.key.verify.RegistryConfig;
import io.weir.guard.pseudonym.Pseudonyms;
import io.weir.time.TimeSource;
import java.time.Duration;

/** The opened database with all that works on it. */
public final class OpenGuard implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);
    private static final int MOST_CONNECTIONS = 4;

    private final HikariDataSource pool;
    private final GuardDatabase database;
    private final BackgroundThread keysThread = BackgroundThread.named("weir-keys");
    private final BackgroundThread auditThread = BackgroundThread.named("weir-audit");
    private final ApiKeyRegistry registry;
    private final KeyAdministration keys;
    private final AuditTrail trail;
    private final Pseudonyms pseudonyms;

    private OpenGuard(HikariDataSource pool, GuardDatabase database, DatabaseSettings place, GuardSettings settings) {
        this.pool = pool;
        this.database = database;
        TimeSource time = TimeSource.system();
        KeyFormat format = settings.issued().format();
        RegistryConfig config = RegistryConfig.of(place.pepper(), time, keysThread)
                .withFormat(format)
                .withMostStale(settings.issued().mostStale());
        this.registry = ApiKeyRegistry.start(
                database.keys(), place.snapshot().map(config::withSnapshot).orElse(config));
        this.keys = new KeyAdministration(
                database.keys(),
                registry,
                AdministrationConfig.of(place.pepper(), time).withFormat(format));
        AuditTrailConfig audit = AuditTrailConfig.of(time, auditThread).withKeep(settings.auditKeep());
        this.trail = AuditTrail.start(database.audit(), audit);
        this.pseudonyms = Pseudonyms.start(place.pepper(), database.pseudonymKeys(), audit);
    }

    /** Opens the database; one that is away is opened when it is there. */
    static OpenGuard of(DatabaseSettings place, String node, GuardSettings settings) {
        HikariDataSource pool = pool(place);
        try {
            return new OpenGuard(pool, GuardDatabase.open(pool, place.pepper(), node), place, settings);
        } catch (RuntimeException unusable) {
            pool.close();
            throw unusable;
        }
    }

    private static HikariDataSource pool(DatabaseSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("weir-guard");
        config.setJdbcUrl(DatabaseUrl.withTimeouts(settings.url()));
        settings.login().ifPresent(login -> {
            config.setUsername(login.user());
            config.setPassword(login.password());
        });
        config.setMaximumPoolSize(MOST_CONNECTIONS);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(LONGEST_WAIT.toMillis());
        // The pool starts without its database.
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    public ApiKeyRegistry registry() {
        return registry;
    }

    public KeyAdministration keys() {
        return keys;
    }

    public AuditTrail trail() {
        return trail;
    }

    /** The names of accounts and addresses in the audit. */
    public Pseudonyms pseudonyms() {
        return pseudonyms;
    }

    public GuardDatabase database() {
        return database;
    }

    /** Ends the threads before the connections that they use. */
    @Override
    public void close() {
        registry.close();
        pseudonyms.close();
        trail.close();
        keysThread.close();
        auditThread.close();
        pool.close();
    }
}
