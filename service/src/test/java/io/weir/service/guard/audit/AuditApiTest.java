package io.weir.service.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditLog;
import io.weir.guard.jdbc.DatabaseUrl;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.guard.GuardedService;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The audit records the actions of administrators, over real HTTP on H2. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AuditApiTest {

    /** More than there are connections to the database, and threads that ask it. */
    private static final int READERS = 8;

    private final GuardedService service;
    private final Path folder;

    /** How many large rows there are. */
    private int rows;

    AuditApiTest(@TempDir Path folder) {
        this.folder = folder;
        this.service = GuardedService.in(folder);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private HttpResponse<String> audit(String below) throws Exception {
        return service.send(GuardedService.ADMIN, "GET", "/api/v1/audit" + below, "");
    }

    private JsonNode rows(String query) throws Exception {
        HttpResponse<String> found = audit(query);
        assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
        return GuardedService.json(found).path("rows");
    }

    private JsonNode awaitRow(String kind) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(rows("?kind=" + kind)).isNotEmpty());
        try {
            return rows("?kind=" + kind).get(0);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private void sql(String statement) throws Exception {
        try (Connection connection = DriverManager.getConnection(DatabaseUrl.h2(folder), "", "");
                Statement change = connection.createStatement()) {
            change.executeUpdate(statement);
        }
    }

    @Test
    void changesOfKeysAreRecordedWithTheirAuthor() throws Exception {
        JsonNode made = service.create("{\"owner\":\"acme\"}");
        service.keys(
                "POST",
                "/revoke?by=bob&reason=lost",
                "{\"id\":\"" + made.path("id").asString() + "\"}");
        JsonNode revoked = rows("?kind=key.revoked&subject=" + made.path("id").asString());
        assertThat(revoked).hasSize(1);
        assertThat(revoked.get(0).path("actor").asString()).isEqualTo("bob");
        assertThat(revoked.get(0).path("detail").toString()).contains("lost");
        assertThat(rows("?actor=ann&limit=1")).hasSize(1);
        assertThat(rows("?from=2999-01-01T00:00:00Z")).isEmpty();
        assertThat(audit("/export?subject=" + made.path("id").asString()).body().lines())
                .hasSize(2);
    }

    @Test
    void aChangeWithAKeyNamesTheKey() throws Exception {
        JsonNode admin = service.create("{\"owner\":\"ops\",\"scopes\":[\"weir:admin\"]}");
        service.send(admin.path("key").asString(), "POST", "/api/v1/api-keys", "{\"owner\":\"by-key\"}");
        assertThat(rows("?actor=" + admin.path("id").asString())).hasSize(1);
    }

    @Test
    void changesOfThePolicyAreRecorded() throws Exception {
        service.send(
                GuardedService.ADMIN,
                "PUT",
                "/api/v1/policies?by=ann&reason=launch",
                "rules:\n  - {name: a, per: user, limit: 1/s}\n",
                "Content-Type",
                "application/yaml");
        JsonNode row = awaitRow("policy.pushed");
        assertThat(row.path("actor").asString()).isEqualTo("ann");
        assertThat(row.path("detail").toString()).contains("launch", "version");
    }

    @Test
    void resetsOfCountersAreRecordedWithoutTheirNames() throws Exception {
        service.send(GuardedService.ADMIN, "DELETE", "/api/v1/rate-limit/reset?key=user:ann@example.com", "");
        service.send(GuardedService.ADMIN, "DELETE", "/api/v1/subjects?subject=user:bob@example.com", "");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(rows("?kind=policy.reset")).hasSize(2));
        String recorded = rows("?kind=policy.reset").toString();
        assertThat(recorded).contains("account:").doesNotContain("ann@", "bob@");
    }

    @Test
    void aRejectedAdministratorIsRecorded() throws Exception {
        service.send("wrong", "PUT", "/api/v1/policies/mode", "{\"mode\":\"off\"}");
        JsonNode row = awaitRow("admin.denied&subject=/api/v1/policies/mode");
        assertThat(row.path("outcome").asString()).isEqualTo("denied");
        assertThat(row.path("subject").asString()).isEqualTo("/api/v1/policies/mode");
    }

    private void brokenAt(long seq) throws Exception {
        JsonNode found = GuardedService.json(audit("/verify"));
        assertThat(found.path("ok").asBoolean()).isFalse();
        assertThat(found.path("seq").asLong()).isEqualTo(seq);
    }

    private long intactUpTo() throws Exception {
        JsonNode found = GuardedService.json(audit("/verify"));
        assertThat(found.path("ok").asBoolean()).as(found.toString()).isTrue();
        return found.path("to").asLong();
    }

    private void swap(long one, long other) throws Exception {
        sql("update weir_audit set seq = 1000000 where seq = " + one);
        sql("update weir_audit set seq = " + one + " where seq = " + other);
        sql("update weir_audit set seq = " + other + " where seq = 1000000");
    }

    private void withoutRow(long seq) throws Exception {
        sql("create table removed as select * from weir_audit where seq = " + seq);
        sql("delete from weir_audit where seq = " + seq);
        brokenAt(seq);
        sql("insert into weir_audit select * from removed");
        sql("drop table removed");
        intactUpTo();
    }

    @Test
    void aRowThatIsEditedSwappedRemovedOrCutOffIsNamed() throws Exception {
        for (String owner : List.of("a", "b", "c", "d")) {
            service.create("{\"owner\":\"" + owner + "\"}");
        }
        long end = intactUpTo();
        sql("update weir_audit set actor = actor || '!' where seq = 2");
        brokenAt(2);
        sql("update weir_audit set actor = substring(actor, 1, char_length(actor) - 1) where seq = 2");
        intactUpTo();
        swap(2, 3);
        brokenAt(2);
        swap(2, 3);
        intactUpTo();
        withoutRow(1);
        withoutRow(3);
        withoutRow(end);
    }

    /** Rows of 3 KB, more than fit into the buffers of a connection. */
    private void fill() {
        if (rows > 0) {
            return;
        }
        AuditEvent event = AuditEvent.of(Instant.now(), AuditKind.BOT_DETECTED, "bulk", "bulk");
        for (String name : List.of("a", "b", "c", "d", "e", "f")) {
            event = event.withDetail(name, "x".repeat(480));
        }
        List<AuditEvent> batch = Collections.nCopies(617, event);
        AuditLog log =
                service.service().guard().opened().orElseThrow().database().audit();
        log.append(batch);
        log.append(batch);
        rows = 2 * batch.size();
    }

    private List<Long> exported(String query) throws Exception {
        return audit("/export?kind=bot.detected" + query)
                .body()
                .lines()
                .map(row -> JsonMapper.shared().readTree(row).path("seq").asLong())
                .toList();
    }

    @Test
    void anExportHasAllRowsInTheirOrder() throws Exception {
        fill();
        List<Long> found = exported("");
        assertThat(found).hasSize(rows).isSorted();
        assertThat(exported("&limit=70")).isEqualTo(found.subList(0, 70));
        assertThat(exported("&limit=100")).isEqualTo(found.subList(0, 100));
        assertThat(exported("&after=" + found.get(999))).isEqualTo(found.subList(1000, rows));
    }

    @Test
    void exportsThatNobodyReadsHoldNothingUp() throws Exception {
        fill();
        List<Socket> readers = new ArrayList<>();
        try {
            for (int i = 0; i < READERS; i++) {
                Socket reader = new Socket();
                readers.add(reader);
                reader.setReceiveBufferSize(4096);
                reader.connect(new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), service.service().port()));
                reader.getOutputStream()
                        .write(("GET /api/v1/audit/export?kind=bot.detected HTTP/1.1\r\nHost: localhost\r\n"
                                        + "Authorization: Bearer " + GuardedService.ADMIN + "\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(reader.getInputStream().read()).isEqualTo('H');
            }
            assertThat(rows("?limit=1")).hasSize(1);
            assertThat(service.create("{\"owner\":\"meanwhile\"}").has("key")).isTrue();
        } finally {
            for (Socket reader : readers) {
                reader.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "?limit=0, limit",
        "?limit=1001, limit",
        "?after=x, after",
        "?from=today, from",
        "?x=1, x",
        "/verify?head=x, head"
    })
    void badInputIsRejected(String below, String field) throws Exception {
        HttpResponse<String> refused = audit(below);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(GuardedService.json(refused).path("field").asString()).isEqualTo(field);
    }

    @Test
    void onlyAdministratorsSeeIt() throws Exception {
        for (String below : List.of("", "/export", "/verify")) {
            assertThat(service.send(GuardedService.CHECKER, "GET", "/api/v1/audit" + below, "")
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void aServiceWithoutADatabaseSaysSo() throws Exception {
        ServiceSettings settings = new ServiceSettings(0, "127.0.0.1", new Access("admin-secret", Optional.empty()));
        try (WeirService alone = WeirService.start(settings)) {
            for (String below : List.of("", "/export", "/verify")) {
                assertThat(GuardedService.of(alone)
                                .send(GuardedService.ADMIN, "GET", "/api/v1/audit" + below, "")
                                .statusCode())
                        .isEqualTo(503);
            }
        }
    }

    @Test
    void theOpenApiDocumentNamesTheAnswersThatTheseTestsProvoke() throws Exception {
        JsonNode paths = GuardedService.json(service.send(GuardedService.ADMIN, "GET", "/openapi.json", ""))
                .path("paths");
        for (String below : List.of("", "/export", "/verify")) {
            JsonNode responses = paths.path("/api/v1/audit" + below).path("get").path("responses");
            assertThat(new TreeSet<>(responses.propertyNames()))
                    .containsExactly("200", "400", "401", "403", "414", "421", "431", "503");
        }
    }
}
