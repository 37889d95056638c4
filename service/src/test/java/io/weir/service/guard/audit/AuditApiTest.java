package io.weir.service.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.weir.guard.jdbc.DatabaseUrl;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.guard.GuardedService;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** The audit records the actions of administrators, over real HTTP on H2. */
final class AuditApiTest {

    private static final String SECRET = "(?s).*weir_(live|test)_[0-9A-Za-z]{38}.*";

    @TempDir
    private Path folder;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private Optional<GuardedService> running = Optional.empty();

    @BeforeEach
    void start() {
        log.start();
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).addAppender(log);
        running = Optional.of(GuardedService.in(folder));
    }

    @AfterEach
    void stop() {
        running.ifPresent(GuardedService::close);
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).detachAppender(log);
    }

    private GuardedService service() {
        return running.orElseThrow();
    }

    private HttpResponse<String> audit(String below) throws Exception {
        return service().send(GuardedService.ADMIN, "GET", "/api/v1/audit" + below, "");
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
            assertThat(change.executeUpdate(statement)).isEqualTo(1);
        }
    }

    @Test
    void changesOfKeysAreRecordedWithTheirAuthor() throws Exception {
        JsonNode made = service().create("{\"owner\":\"acme\"}");
        service()
                .keys(
                        "POST",
                        "/revoke?by=bob&reason=lost",
                        "{\"id\":\"" + made.path("id").asString() + "\"}");
        JsonNode revoked = rows("?kind=key.revoked&subject=" + made.path("id").asString());
        assertThat(revoked).hasSize(1);
        assertThat(revoked.get(0).path("actor").asString()).isEqualTo("bob");
        assertThat(revoked.get(0).path("detail").toString()).contains("lost");
        assertThat(rows("?actor=ann&limit=1")).hasSize(1);
        assertThat(rows("?from=2999-01-01T00:00:00Z")).isEmpty();
        assertThat(audit("/export?kind=key.revoked").body().lines()).hasSize(1);
    }

    @Test
    void aChangeWithAKeyNamesTheKey() throws Exception {
        JsonNode admin = service().create("{\"owner\":\"ops\",\"scopes\":[\"weir:admin\"]}");
        service().send(admin.path("key").asString(), "POST", "/api/v1/api-keys", "{\"owner\":\"by-key\"}");
        assertThat(rows("?actor=" + admin.path("id").asString())).hasSize(1);
    }

    @Test
    void changesOfThePolicyAreRecorded() throws Exception {
        service()
                .send(
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
    void aRejectedAdministratorIsRecorded() throws Exception {
        service().send("wrong", "PUT", "/api/v1/policies/mode", "{\"mode\":\"off\"}");
        JsonNode row = awaitRow("admin.denied");
        assertThat(row.path("outcome").asString()).isEqualTo("denied");
        assertThat(row.path("subject").asString()).isEqualTo("/api/v1/policies/mode");
    }

    @Test
    void anEditedRowIsNamed() throws Exception {
        service().create("{\"owner\":\"a\"}");
        service().create("{\"owner\":\"b\"}");
        assertThat(audit("/verify").body()).startsWith("{\"ok\":true,\"from\":1,\"to\":");
        sql("update weir_audit set actor = 'eve' where seq = 1");
        JsonNode found = GuardedService.json(audit("/verify"));
        assertThat(found.path("ok").asBoolean()).isFalse();
        assertThat(found.path("seq").asLong()).isEqualTo(1);
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
            assertThat(service()
                            .send(GuardedService.CHECKER, "GET", "/api/v1/audit" + below, "")
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
        JsonNode paths = GuardedService.json(service().send(GuardedService.ADMIN, "GET", "/openapi.json", ""))
                .path("paths");
        for (String below : List.of("", "/export", "/verify")) {
            JsonNode responses = paths.path("/api/v1/audit" + below).path("get").path("responses");
            assertThat(new TreeSet<>(responses.propertyNames()))
                    .containsExactly("200", "400", "401", "403", "414", "421", "431", "503");
        }
    }

    /** Sends secrets in every wrong place, then searches everything that the service prints, stores and answers. */
    @Test
    void noSecretIsPrintedStoredOrAnsweredTwice() throws Exception {
        JsonNode made = service().create("{\"owner\":\"a\",\"scopes\":[\"weir:check\",\"orders:read\"]}");
        String secret = made.path("key").asString();
        String mistyped = secret.substring(0, secret.length() - 1) + (secret.endsWith("0") ? "1" : "0");
        assertThat(secret).matches(SECRET);
        StringBuilder seen = new StringBuilder();
        for (String token : List.of(secret, mistyped)) {
            seen.append(service()
                    .send(token, "GET", "/api/v1/rate-limit/check?key=a", "")
                    .body());
            seen.append(service().send(token, "GET", "/api/v1/policies", "").body());
            seen.append(service()
                    .keys("POST", "/verify", "{\"key\":\"" + token + "\"}")
                    .body());
            seen.append(service()
                    .keys("POST", "/revoke", "{\"id\":\"" + token + "\"}")
                    .body());
            seen.append(service()
                    .keys("POST", "?reason=" + token, "{\"owner\":\"leak\"}")
                    .headers());
        }
        awaitRow("admin.denied");
        seen.append(service().keys("GET", "", "").body());
        seen.append(audit("/export").body());
        seen.append(service()
                .send(GuardedService.CHECKER, "GET", "/actuator/prometheus", "")
                .body());
        seen.append(service()
                .send(GuardedService.CHECKER, "GET", "/actuator/health", "")
                .body());
        try (Connection connection = DriverManager.getConnection(DatabaseUrl.h2(folder), "", "");
                Statement dump = connection.createStatement();
                ResultSet lines = dump.executeQuery("script")) {
            while (lines.next()) {
                seen.append(lines.getString(1)).append('\n');
            }
        }
        service().close();
        running = Optional.empty();
        log.list.forEach(event -> seen.append(event.getFormattedMessage()).append('\n'));
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                seen.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        assertThat(seen.toString().matches(SECRET)).isFalse();
    }
}
