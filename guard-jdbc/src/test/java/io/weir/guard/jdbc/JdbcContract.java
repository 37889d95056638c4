package io.weir.guard.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditLog;
import io.weir.guard.audit.AuditVerification;
import io.weir.guard.audit.AuditVerification.BrokenLink;
import io.weir.guard.audit.AuditVerifier;
import io.weir.guard.key.KeyTerms;
import io.weir.guard.key.admin.AdministrationConfig;
import io.weir.guard.key.admin.ChangeOrigin;
import io.weir.guard.key.admin.KeyAdministration;
import io.weir.guard.key.admin.KeyDraft;
import io.weir.guard.key.admin.NewKey;
import io.weir.guard.key.spi.KeyShelf;
import io.weir.guard.key.spi.SecretHasher;
import io.weir.guard.key.spi.StoredKey;
import io.weir.guard.key.verify.ApiKeyRegistry;
import io.weir.guard.key.verify.RegistryConfig;
import io.weir.guard.secret.Pepper;
import io.weir.time.ManualTime;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The contract of SQL databases, in addition to that of every store. The tests share a database, and each finds it empty. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JdbcContract extends KeyShelfContract {

    private static final int ROWS = 50;
    private static final List<String> TABLES =
            List.of("weir_api_key_secret", "weir_api_key", "weir_audit", "weir_audit_checkpoint", "weir_guard_key");

    private Optional<HikariDataSource> pool = Optional.empty();
    private Optional<GuardDatabase> database = Optional.empty();

    abstract String newUrl() throws SQLException;

    @BeforeAll
    void openPool() throws SQLException {
        pool = Optional.of(Pools.open(newUrl()));
        GuardDatabase.open(pool(), PEPPER, "node-1");
    }

    @BeforeEach
    void empty() {
        for (String table : TABLES) {
            sql("delete from " + table);
        }
        sql("update weir_guard_state set change_no = 0, audit_seq = 0, audit_hash = '', pepper_check = ''");
        database = Optional.of(GuardDatabase.open(pool(), PEPPER, "node-1"));
    }

    @AfterAll
    void close() {
        pool().close();
    }

    HikariDataSource pool() {
        return pool.orElseThrow();
    }

    GuardDatabase database() {
        return database.orElseThrow();
    }

    @Override
    KeyShelf shelf() {
        return database().keys();
    }

    @Override
    AuditLog log() {
        return database().audit();
    }

    private void sql(String statement) {
        new JdbcTemplate(pool()).execute(statement);
    }

    private void fill() {
        List<AuditEvent> events = new ArrayList<>();
        for (int i = 1; i <= ROWS; i++) {
            events.add(event("key_" + i));
        }
        log().append(events);
    }

    private void brokenAt(long seq) {
        AuditVerification found = new AuditVerifier(log(), CHAIN).verify();
        assertThat(found.broken().map(BrokenLink::seq)).contains(seq);
    }

    @Test
    void aRowThatIsEditedBySqlIsNamed() {
        fill();
        sql("update weir_audit set actor = 'nobody' where seq = 23");
        brokenAt(23);
    }

    @Test
    void aRowWhoseTimeIsEditedBySqlIsNamed() {
        fill();
        sql("update weir_audit set at = at + interval '1' second where seq = 50");
        brokenAt(50);
    }

    @Test
    void aRowThatIsRemovedBySqlIsNamed() {
        fill();
        sql("delete from weir_audit where seq = 17");
        brokenAt(17);
    }

    @Test
    void rowsThatAreSwappedBySqlAreNamed() {
        fill();
        sql("update weir_audit set seq = 1000 where seq = 30");
        sql("update weir_audit set seq = 30 where seq = 31");
        sql("update weir_audit set seq = 31 where seq = 1000");
        brokenAt(30);
    }

    @Test
    void anEndThatIsCutOffBySqlIsNamed() {
        fill();
        sql("delete from weir_audit where seq > 40");
        brokenAt(41);
    }

    @Test
    void aBeginningThatIsCutOffBySqlIsNamed() {
        fill();
        sql("delete from weir_audit where seq <= 5");
        brokenAt(1);
    }

    @Test
    void anotherPepperIsRefused() {
        assertThatThrownBy(() -> GuardDatabase.open(pool(), Pepper.parse("22".repeat(32)), "node-2"))
                .isInstanceOf(PepperMismatchException.class)
                .hasMessageContaining("same pepper");
    }

    @Test
    void aNewVersionOfThePepperIsAcceptedBesideTheOld() {
        fill();
        Pepper both = Pepper.parse("v1:" + "11".repeat(32) + ",v2:" + "22".repeat(32));
        GuardDatabase rotated = GuardDatabase.open(pool(), both, "node-1");
        rotated.audit().append(List.of(event("key_new")));
        assertThat(new AuditVerifier(rotated.audit(), rotated.chain()).verify().isIntact())
                .isTrue();
        GuardDatabase.open(pool(), both, "node-2");
    }

    @Test
    void theTablesOfTheApplicationAreLeftAlone() throws SQLException {
        try (HikariDataSource other = Pools.open(newUrl())) {
            JdbcTemplate jdbc = new JdbcTemplate(other);
            jdbc.execute("create table flyway_schema_history (version varchar(50))");
            jdbc.execute("insert into flyway_schema_history values ('7')");
            GuardDatabase guard = GuardDatabase.open(other, PEPPER, "node-1");
            guard.audit().append(List.of(event("a")));
            GuardDatabase.open(other, PEPPER, "node-2");
            assertThat(jdbc.queryForObject("select count(*) from flyway_schema_history", Integer.class))
                    .isEqualTo(1);
            assertThat(jdbc.queryForObject("select max(\"version\") from \"weir_schema_history\"", String.class))
                    .isEqualTo("1");
        }
    }

    @Test
    void aTransactionOfTheApplicationDoesNotUndoAnEdit() {
        new TransactionTemplate(new JdbcTransactionManager(pool())).executeWithoutResult(status -> {
            save(key("key_a"));
            status.setRollbackOnly();
        });
        assertThat(shelf().find("key_a")).isPresent();
    }

    @Test
    void aRowThatCannotBeReadHidesNoOther() {
        save(key("key_a"));
        save(key("key_b"));
        sql("update weir_api_key set networks = 'nonsense' where id = 'key_a'");
        assertThat(since(0)).extracting(StoredKey::id).containsExactly("key_b");
    }

    @Test
    void noTableHasASecretAndTheAuditHasNoOwner() {
        ManualTime time = ManualTime.at(NOW);
        ApiKeyRegistry registry = ApiKeyRegistry.start(shelf(), RegistryConfig.of(PEPPER, time, time));
        KeyAdministration administration =
                new KeyAdministration(shelf(), registry, AdministrationConfig.of(PEPPER, time));
        ChangeOrigin admin = ChangeOrigin.of("ann");
        NewKey made = administration.create(KeyDraft.of(KeyTerms.of("orders", "owner of keys")), admin);
        NewKey rotated = administration.rotate(made.key().id(), Duration.ofHours(1), admin);
        assertThat(registry.find(made.secret().reveal())).isPresent();
        registry.close();
        StringBuilder all = new StringBuilder();
        for (String table : TABLES) {
            all.append(new JdbcTemplate(pool()).queryForList("select * from " + table));
        }
        for (NewKey key : List.of(made, rotated)) {
            String digest = HexFormat.of().formatHex(SecretHasher.digest(key.secret()));
            assertThat(all.toString())
                    .contains(key.secret().hint())
                    .doesNotContain(key.secret().reveal(), digest);
        }
        String audit = new JdbcTemplate(pool())
                .queryForList("select * from weir_audit")
                .toString();
        assertThat(audit).contains(made.key().id()).doesNotContain("owner of keys");
    }

    @Test
    void theKeyOfAQuarterIsSharedAndDestroyedWithItsLastRow() {
        GuardDatabase other = GuardDatabase.open(pool(), PEPPER, "node-2");
        String secret = database().pseudonymKeys().of("2026Q1");
        assertThat(other.pseudonymKeys().of("2026Q1")).isEqualTo(secret);
        log().append(List.of(event("a")));
        Instant later = NOW.plus(Duration.ofDays(100));
        log().append(List.of(AuditEvent.of(later, AuditKind.LOGIN_FAILED, "a", "b")));
        log().prune(NOW.plus(Duration.ofDays(50)), later);
        assertThat(other.pseudonymKeys().of("2026Q1")).isNotEqualTo(secret);
    }

    @Test
    void destroyingTheKeyOfAQuarterIsAudited() {
        String secret = database().pseudonymKeys().of("2026Q1");
        database().pseudonymKeys().destroy("2026Q1", AuditEvent.of(NOW, AuditKind.AUDIT_ERASED, "ann", "2026Q1"));
        assertThat(database().pseudonymKeys().of("2026Q1")).isNotEqualTo(secret);
        assertThat(log().head().seq()).isEqualTo(1);
    }

    @Test
    void oneProcessIsKilledInAFloodAndTheChainIsValid() throws Exception {
        String url = newUrl();
        try (FloodingProcess flood = FloodingProcess.start(url)) {
            flood.awaitEdits();
            whileFlooded(url);
        }
        try (HikariDataSource after = Pools.open(url)) {
            GuardDatabase guard = GuardDatabase.open(after, PEPPER, "node-1");
            List<StoredKey> keys = new ArrayList<>();
            guard.keys().changesSince(0, changed -> keys.add(changed.key()));
            assertThat(keys.size()).isGreaterThanOrEqualTo(FloodingProcess.AWAITED);
            assertThat(guard.keys().changeNumber()).isEqualTo(keys.size());
            assertThat(guard.audit().head().seq()).isEqualTo(2L * keys.size());
            assertThat(new AuditVerifier(guard.audit(), CHAIN).verify().isIntact())
                    .isTrue();
        }
    }

    /** Runs while another process writes, as far as the database allows that. */
    abstract void whileFlooded(String url);
}
