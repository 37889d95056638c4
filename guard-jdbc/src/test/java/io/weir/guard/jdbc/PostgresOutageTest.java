package io.weir.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.zaxxer.hikari.HikariDataSource;
import io.weir.blackbox.PostgresServer;
import io.weir.guard.BackgroundThread;
import io.weir.guard.audit.AuditFilter;
import io.weir.guard.audit.AuditRow;
import io.weir.guard.audit.AuditVerifier;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.KeysUnavailableException;
import io.weir.guard.key.admin.AdministrationConfig;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.admin.NewKey;
import io.weir.guard.key.verify.ApiKeyRegistry;
import io.weir.guard.key.verify.KeyCheck;
import io.weir.guard.key.verify.KeyCode;
import io.weir.guard.key.verify.RegistryConfig;
import io.weir.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A PostgreSQL that is killed while keys are verified and changed. */
final class PostgresOutageTest {

    private static final ChangeOrigin ADMIN = ChangeOrigin.of("ann");
    private static final long PAUSE_NANOS = 50_000;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final PostgresServer server = PostgresServer.shared();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicLong verified = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicInteger names = new AtomicInteger();
    private final Set<String> created = new ConcurrentSkipListSet<>();
    private final Set<String> uncertain = new ConcurrentSkipListSet<>();
    private final AtomicInteger refused = new AtomicInteger();

    private static KeyDraft draft(String name) {
        return KeyDraft.of(KeyTerms.of(name, "acme"));
    }

    private void verifyUntilTheEnd(ApiKeyRegistry registry, NewKey key) {
        while (!ended.get()) {
            KeyCode code = registry.verify(KeyCheck.of(key.secret().reveal())).code();
            (code == KeyCode.VALID ? verified : failed).incrementAndGet();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void createUntilTheEnd(KeyAdministration administration) {
        while (!ended.get()) {
            String name = "key " + names.incrementAndGet();
            try {
                administration.create(draft(name), ADMIN);
                created.add(name);
            } catch (KeysUnavailableException away) {
                refused.incrementAndGet();
                if (away.isChangeUnknown()) {
                    uncertain.add(name);
                } else {
                    assertThat(away).hasMessageContaining("nothing was changed");
                }
            }
        }
    }

    @Test
    void keysAreVerifiedDuringAnOutageAndChangesResumeAfterwards() throws Exception {
        assumeThat(server.isOurs())
                .as("only a PostgreSQL that the tests started is killed")
                .isTrue();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try (HikariDataSource pool = Pools.open(server.newDatabase());
                BackgroundThread background = BackgroundThread.named("weir-keys")) {
            GuardDatabase guard = GuardDatabase.open(pool, KeyShelfContract.PEPPER, "node-1");
            RegistryConfig config = RegistryConfig.of(KeyShelfContract.PEPPER, TimeSource.system(), background)
                    .withSnapshot(folder.resolve("api-keys.snapshot"));
            try (ApiKeyRegistry registry = ApiKeyRegistry.start(guard.keys(), config)) {
                KeyAdministration administration = new KeyAdministration(
                        guard.keys(), registry, AdministrationConfig.of(KeyShelfContract.PEPPER, TimeSource.system()));
                NewKey key = administration.create(draft("in use"), ADMIN);
                NewKey later = administration.create(draft("to be revoked"), ADMIN);
                List<Future<?>> work = new ArrayList<>();
                work.add(threads.submit(() -> verifyUntilTheEnd(registry, key)));
                work.add(threads.submit(() -> createUntilTheEnd(administration)));
                Awaitility.await().atMost(LONGEST).until(() -> created.size() > 5);

                server.kill();
                Awaitility.await()
                        .atMost(LONGEST)
                        .until(() -> refused.get() > 1 && !registry.status().databaseUp());
                assertThatThrownBy(() -> administration.revoke(later.key().id(), ADMIN))
                        .isInstanceOf(KeysUnavailableException.class)
                        .hasMessageContaining("nothing was changed");
                assertThat(registry.find(later.secret().reveal())).isPresent();
                startWithoutDatabase(guard, config, key);

                server.restart();
                int before = created.size();
                Awaitility.await()
                        .atMost(LONGEST)
                        .until(() -> work.stream().anyMatch(Future::isDone)
                                || (created.size() > before + 5
                                        && registry.status().databaseUp()));
                ended.set(true);
                for (Future<?> each : work) {
                    each.get();
                }
                assertThat(failed.get()).as("of %s verifications", verified).isZero();
                assertThat(verified.get()).isGreaterThan(100);
                onlyWhatWasConfirmedIsThere(guard);
                assertThat(registry.find(later.secret().reveal())).isPresent();
                administration.revoke(later.key().id(), ADMIN);
                assertThat(registry.find(later.secret().reveal())).isEmpty();
            }
        } finally {
            ended.set(true);
            threads.shutdown();
        }
    }

    /** A snapshot is written within moments of a change, not at once. */
    private static void startWithoutDatabase(GuardDatabase guard, RegistryConfig config, NewKey key) {
        Awaitility.await().atMost(LONGEST).until(() -> {
            try (ApiKeyRegistry started = ApiKeyRegistry.start(guard.keys(), config)) {
                return started.find(key.secret().reveal()).isPresent();
            }
        });
    }

    /** The exception names changes whose confirmation was lost; they are not compared. */
    private void onlyWhatWasConfirmedIsThere(GuardDatabase guard) {
        Set<String> there = new TreeSet<>();
        guard.keys()
                .changesSince(
                        0, changed -> there.add(changed.key().key().terms().name()));
        assertThat(there).containsAll(created);
        there.removeAll(created);
        there.removeAll(uncertain);
        assertThat(there).containsExactlyInAnyOrder("in use", "to be revoked");
        assertThat(new AuditVerifier(guard.audit(), KeyShelfContract.CHAIN)
                        .verify()
                        .isIntact())
                .isTrue();
        List<AuditRow> made = guard.audit().read(AuditFilter.ALL.withKind("key.created"), 0, Integer.MAX_VALUE);
        assertThat(made.size()).isBetween(created.size() + 2, created.size() + 2 + uncertain.size());
    }
}
