package io.weir.service.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.weir.guard.jdbc.DatabaseUrl;
import io.weir.guard.jwt.JwtConfig;
import io.weir.guard.jwt.JwtKeys;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.service.StoreSettings;
import io.weir.service.credentials.CredentialSettings;
import io.weir.service.observe.ObserveSettings;
import io.weir.service.observe.TraceSettings;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Searches everything that a service prints, stores and answers for the secrets of its keys, for tokens of others and for sealed
 * receipts, after every use and misuse.
 */
final class SecretScanTest {

    private static final Pattern SECRET = Pattern.compile("[a-z][a-z0-9]{1,7}_(live|test)_[0-9A-Za-z]{38}");
    private static final String ISSUER = "https://login.example.com";
    private static final String AUDIENCE = "https://api.example.com";
    private static final String TOKEN_SECRET = "the-secret-of-all-tokens-of-this-test";
    private static final int SHORTEST_PART = 40;
    private static final String POLICY = """
            guard: {login: {path: /login}}
            rules:
              - {name: sign-in, match: {path: /sign-in}, per: user, limit: 90/h, count-on: 401}
              - {name: orders, match: {key: 'user:*'}, per: key, limit: 3/min}
              - {name: callers, per: api-key, limit: 3/min}
              - {name: addresses, per: ip, limit: 3/min}
            """;

    /** Everything in Redis as one text: the names of keys, and their values of every type. */
    private static final String ALL_IN_REDIS = """
            local all = {}
            for _, key in ipairs(redis.call('KEYS', '*')) do
              local type = redis.call('TYPE', key).ok
              local read = {string = {'GET', key}, hash = {'HGETALL', key}, list = {'LRANGE', key, 0, -1},
                set = {'SMEMBERS', key}, zset = {'ZRANGE', key, 0, -1}}
              local value = redis.call(unpack(read[type]))
              all[#all + 1] = key .. '=' .. (type == 'string' and value or table.concat(value, ' '))
            end
            return table.concat(all, ' ')""";

    @TempDir
    private Path folder;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Spans spans = new Spans(new CopyOnWriteArrayList<>());
    private final List<String> secrets = new ArrayList<>();
    private int sent;
    private final List<String> passing = new ArrayList<>();
    private final StringBuilder seen = new StringBuilder();

    /** Keeps all spans. */
    private record Spans(List<SpanData> all) implements SpanExporter {

        @Override
        public CompletableResultCode export(Collection<SpanData> more) {
            all.addAll(more);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    private void note(HttpResponse<String> response) {
        seen.append(response.statusCode()).append(response.headers().map()).append(response.body());
    }

    private JsonNode made(JsonNode key) {
        secrets.add(key.path("key").asString());
        return key;
    }

    @Test
    void noSecretIsPrintedStoredOrAnsweredAgain() throws Exception {
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        try (RedisServer redis = RedisServer.start()) {
            try (GuardedService service = GuardedService.in(
                    folder,
                    settings -> settings.withStore(StoreSettings.redis(redis.uri()))
                            .withCredentials(CredentialSettings.NONE.withTokens(
                                    JwtConfig.of(ISSUER, AUDIENCE, JwtKeys.ofSecret(TOKEN_SECRET))))
                            .withObserve(new ObserveSettings(
                                    SubjectNames.SHOWN, Optional.of(new TraceSettings(spans, 1)))))) {
                // Later than the start of the service, which begins the log anew.
                log.start();
                root.addAppender(log);
                service.send(
                        GuardedService.ADMIN, "PUT", "/api/v1/policies", POLICY, "Content-Type", "application/yaml");
                useAndMisuse(service);
                useAndMisuseTokens(service);
                useAndMisuseReceipts(service);
                await().atMost(Duration.ofSeconds(30)).until(() -> !spans.all().isEmpty());
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> service.send(GuardedService.ADMIN, "GET", "/api/v1/audit?kind=admin.denied", "")
                                .body()
                                .contains("admin.denied"));
                readAll(service);
                readDatabase();
                String stored = redis.command("EVAL", ALL_IN_REDIS, "0");
                assertThat(stored).contains("user%3A1");
                seen.append(stored).append(redis.log());
            }
        } finally {
            root.detachAppender(log);
        }
        assertThat(log.list).isNotEmpty();
        readLogAndFiles();
        seen.append(spans.all());
        ProcessHandle.allProcesses().forEach(each -> seen.append(each.info().commandLine()));
        assertThat(secrets).hasSize(4).allMatch(secret -> SECRET.matcher(secret).matches());
        assertThat(secrets).noneMatch(secret -> seen.indexOf(secret) >= 0);
        assertThat(SECRET.matcher(seen).find()).isFalse();
        assertThat(passing).hasSize(5);
        passing.forEach(each -> assertThat(seen.indexOf(each.substring(each.length() - SHORTEST_PART)))
                .as("the end of a token or receipt")
                .isNegative());
        passing.forEach(each -> assertThat(seen.indexOf(each.substring(0, each.length() - SHORTEST_PART)))
                .as("the beginning of a token or receipt")
                .isNegative());
        assertThat(seen.indexOf(TOKEN_SECRET)).isNegative();
    }

    private String token(long lifeSeconds) throws GeneralSecurityException {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        long now = Instant.now().getEpochSecond();
        String claims = "{\"iss\":\"" + ISSUER + "\",\"aud\":\"" + AUDIENCE + "\",\"sub\":\"u" + lifeSeconds
                + "\",\"iat\":" + (now - 600) + ",\"exp\":" + (now + lifeSeconds) + "}";
        String signed = base64.encodeToString("{\"alg\":\"HS256\"}".getBytes(StandardCharsets.UTF_8)) + "."
                + base64.encodeToString(claims.getBytes(StandardCharsets.UTF_8));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(TOKEN_SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String token = signed + "." + base64.encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
        passing.add(token);
        return token;
    }

    private HttpResponse<String> evaluate(GuardedService service, String more) throws Exception {
        return service.send(
                GuardedService.CHECKER,
                "POST",
                "/api/v1/rate-limit/evaluate",
                "{\"method\":\"POST\",\"path\":\"/sign-in\",\"ip\":\"198.51.100." + ++sent + "\"," + more + "}");
    }

    private void useAndMisuseTokens(GuardedService service) throws Exception {
        String valid = token(300);
        String mistyped = valid.substring(0, valid.length() - 9)
                + (valid.charAt(valid.length() - 9) == 'A' ? "B" : "A")
                + valid.substring(valid.length() - 8);
        passing.add(mistyped);
        for (String token : List.of(valid, token(-60), mistyped)) {
            HttpResponse<String> evaluated = evaluate(service, "\"credentials\":{\"bearer\":\"" + token + "\"}");
            assertThat(evaluated.body()).contains(token.equals(valid) ? "\"valid\":true" : "\"valid\":false");
            String receipt = GuardedService.json(evaluated).path("receipt").asString("");
            seen.append(evaluated.body().replace("\"" + receipt + "\"", ""));
            for (String credentials :
                    List.of("\"apiKey\":\"%s\"", "\"bearer\":[\"%s\"]", "\"%s\":1", "\"bearer\":\"%s")) {
                note(evaluate(service, "\"credentials\":{" + credentials.formatted(token) + "}"));
            }
            note(service.send(token, "GET", "/api/v1/rate-limit/check?key=user:1", ""));
            note(service.send(token, "PUT", "/api/v1/policies/mode", "{}"));
            note(service.send(token, "GET", "/" + token, ""));
            note(service.send(token, "GET", "/api/v1/policies/" + token, ""));
            note(service.send(
                    GuardedService.ADMIN, "PUT", "/api/v1/policies/mode?reason=" + token, "{\"mode\":\"enforce\"}"));
        }
    }

    private void useAndMisuseReceipts(GuardedService service) throws Exception {
        String receipt = GuardedService.json(evaluate(service, "\"user\":\"ann\""))
                .path("receipt")
                .asString();
        String attempt = GuardedService.json(service.send(
                        GuardedService.CHECKER,
                        "POST",
                        "/api/v1/guard/logins",
                        "{\"account\":\"ann@example.com\",\"ip\":\"192.0.2.1\"}"))
                .path("attempt")
                .asString();
        passing.add(receipt);
        passing.add(attempt);
        String outcome = "/api/v1/guard/logins/outcome";
        for (String sealed : List.of(receipt, attempt)) {
            for (int i = 0; i < 2; i++) {
                note(settle(service, "{\"receipt\":\"" + sealed + "\",\"status\":401}"));
                note(service.send(
                        GuardedService.CHECKER,
                        "POST",
                        outcome,
                        "{\"attempt\":\"" + sealed + "\",\"outcome\":\"failure\"}"));
            }
            note(settle(service, "{\"receipt\":\"" + sealed + "A\",\"status\":401}"));
            note(settle(service, "{\"receipt\":[\"" + sealed + "\"],\"status\":401}"));
            note(settle(service, "{\"" + sealed + "\":\"" + sealed + "\"}"));
            note(settle(service, "{\"receipt\":\"" + sealed));
            note(service.send(GuardedService.CHECKER, "POST", outcome, "{\"attempt\":\"" + sealed + "A\"}"));
            note(service.send(GuardedService.CHECKER, "GET", "/api/v1/rate-limit/settle?receipt=" + sealed, ""));
        }
    }

    private static HttpResponse<String> settle(GuardedService service, String body) throws Exception {
        return service.send(GuardedService.CHECKER, "POST", "/api/v1/rate-limit/settle", body);
    }

    private void useAndMisuse(GuardedService service) throws Exception {
        JsonNode user = made(service.create("{\"owner\":\"a\",\"scopes\":[\"weir:check\",\"orders:read\"]}"));
        JsonNode admin = made(service.create("{\"owner\":\"ops\",\"scopes\":[\"weir:admin\"]}"));
        String userId = "{\"id\":\"" + user.path("id").asString() + "\"}";
        made(GuardedService.json(service.keys("POST", "/rotate", userId)));
        made(service.create("{\"owner\":\"b\",\"environment\":\"test\",\"expires\":\"1s\"}"));
        String secret = user.path("key").asString();
        String mistyped = secret.substring(0, secret.length() - 1) + (secret.endsWith("0") ? "1" : "0");
        List<String> presented = new ArrayList<>(secrets);
        presented.add(mistyped);
        for (String token : presented) {
            String json = "{\"key\":\"" + token + "\"}";
            for (int i = 0; i < 4; i++) {
                note(service.send(token, "GET", "/api/v1/rate-limit/check?key=user:1", ""));
            }
            note(service.send(token, "GET", "/api/v1/policies", ""));
            note(service.send(token, "PUT", "/api/v1/policies/mode", "{}"));
            note(service.send(token, "GET", "/" + token, ""));
            note(service.keys("POST", "/verify", json));
            note(service.keys("POST", "/verify", json.substring(0, json.length() - 2)));
            note(service.keys("POST", "/revoke", "{\"id\":\"" + token + "\"}"));
            note(service.keys("POST", "/update", "{\"id\":\"" + token + "\",\"limit\":\"often\"}"));
            note(service.keys("GET", "/show?id=" + token, ""));
            note(service.keys("POST", "/import", "{\"owner\":\"c\",\"key\":\"" + token + "\"}"));
            note(service.keys("POST", "/disable?reason=" + token + "&by=" + token, userId));
            note(service.keys("POST", "/enable?reason=" + token, userId));
            note(service.send(
                    GuardedService.CHECKER,
                    "POST",
                    "/api/v1/rate-limit/evaluate",
                    "{\"method\":\"GET\",\"path\":\"/\",\"ip\":\"192.0.2.1\",\"credentials\":{\"apiKey\":\"" + token
                            + "\"}}"));
        }
        note(service.send(admin.path("key").asString(), "POST", "/api/v1/api-keys/revoke?by=ann", userId));
        note(service.send(secret, "GET", "/api/v1/rate-limit/check?key=user:1", ""));
    }

    private void readAll(GuardedService service) throws Exception {
        for (String target : List.of(
                "/api/v1/api-keys",
                "/api/v1/audit?limit=1000",
                "/api/v1/audit/export",
                "/api/v1/policies",
                "/api/v1/subjects/top?names=shown&by=ann",
                "/api/v1/subjects/denials?names=shown&by=ann",
                "/actuator/prometheus",
                "/actuator/health")) {
            note(service.send(GuardedService.ADMIN, "GET", target, ""));
        }
    }

    private void readDatabase() throws Exception {
        try (Connection connection = DriverManager.getConnection(DatabaseUrl.h2(folder), "", "");
                Statement dump = connection.createStatement();
                ResultSet lines = dump.executeQuery("script")) {
            while (lines.next()) {
                seen.append(lines.getString(1)).append('\n');
            }
        }
    }

    private void readLogAndFiles() throws IOException {
        for (ILoggingEvent event : log.list) {
            seen.append(event.getFormattedMessage()).append(event.getKeyValuePairs());
            if (event.getThrowableProxy() != null) {
                seen.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
            }
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                seen.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
    }
}
