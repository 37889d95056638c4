package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.blackbox.Calls;
import io.weir.blackbox.ServeProcess;
import io.weir.metrics.subjects.SubjectNames;
import io.weir.testkit.redis.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The log of a service that denies and then loses Redis has what operators need, and no name or secret of a caller. */
final class LoggedDenialsTest {

    private static final String POLICY = """
            rules:
              - {name: users, per: user, limit: 1/h}
              - {name: keys, match: {key: 'raw-*'}, per: key, limit: 1/h}
              - {name: addresses, match: {path: /login}, per: ip, limit: 1/h}
              - {name: api-keys, match: {path: /api}, per: api-key, limit: 1/h}
            bypass:
              - {name: batch, user: raw-robot}
            """;

    /** Parts of the names and secrets of callers, administrators and Redis. */
    private static final String[] SECRETS = {"raw-", "192.0.2.1", "-secret", "Bearer"};

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void logsRulesAndHashesOfDenialsAndTheOutageOfRedisButNoSecret(String format, @TempDir Path folder)
            throws Exception {
        Path policy = Files.writeString(folder.resolve("policy.yml"), POLICY);
        String output;
        try (RedisServer redis = RedisServer.start("--requirepass", "redis-secret")) {
            Map<String, String> environment = Map.of(
                    "WEIR_ADMIN_TOKEN",
                    Calls.ADMIN,
                    "WEIR_REDIS",
                    "redis://:redis-secret@127.0.0.1:" + redis.port() + "?timeout=200ms",
                    "LOGGING_LEVEL_IO_WEIR",
                    "debug");
            try (ServeProcess service =
                    ServeProcess.start(folder, environment, "--logs=" + format, "--policy=" + policy)) {
                Calls calls = new Calls(service.port());
                deny(calls);
                redis.kill();
                AtomicInteger keys = new AtomicInteger();
                await().atMost(Duration.ofMinutes(1)).until(() -> {
                    deny(calls);
                    // Only a key that was never denied reaches Redis, because denials are cached.
                    String fresh =
                            calls.check("key=raw-" + keys.incrementAndGet()).body();
                    return fresh.contains("\"degraded\":true") && isBreakerOpen(calls);
                });
                output = service.stop();
            }
        }
        assertThat(output)
                .contains("denied rule=users subject=" + SubjectNames.HASHED.of("user:raw-user"))
                .contains("denied rule=keys subject=" + SubjectNames.HASHED.of("key:raw-key"))
                .contains("denied rule=addresses subject=", "denied rule=api-keys subject=")
                .contains("denied rule=token-bucket subject=" + SubjectNames.HASHED.of("key:plain-raw-key"))
                .contains("allowed rule=users subject=")
                .contains("the shared store has failed, and calls are decided without it")
                .contains("the shared store fails and is not asked until a probe succeeds")
                .doesNotContain("probe succeeds: io.", "Reconnector$")
                .doesNotContain(SECRETS);
        List<String> lines = output.lines().toList();
        if (format.equals("json")) {
            assertStructured(lines);
        } else {
            assertThat(lines).anyMatch(line -> line.contains(" WARN ") && line.contains("decided without it"));
            assertThat(lines).anyMatch(line -> line.contains(" ERROR ") && line.contains("the shared store fails"));
        }
    }

    private static boolean isBreakerOpen(Calls calls) throws Exception {
        return calls.send("GET", "/actuator/prometheus", "")
                .body()
                .lines()
                .anyMatch(line -> line.startsWith("rate_limiter_store_degraded{") && line.endsWith(" 1.0"));
    }

    /** Sends more requests of each kind of caller than the limits allow. */
    private static void deny(Calls calls) throws Exception {
        for (int i = 0; i < 3; i++) {
            calls.check("key=raw-key");
            calls.check("key=plain-raw-key&permits=60");
            calls.post("evaluate", "{\"method\":\"GET\",\"path\":\"/raw-path\",\"user\":\"raw-user\"}");
            calls.post("evaluate", "{\"method\":\"GET\",\"path\":\"/raw-path\",\"user\":\"raw-robot\"}");
            calls.post("evaluate", "{\"method\":\"GET\",\"path\":\"/login\",\"ip\":\"192.0.2.1\"}");
            calls.post("evaluate", "{\"method\":\"GET\",\"path\":\"/api\",\"apiKey\":\"raw-api-key\"}");
            calls.post("explain", "{\"method\":\"GET\",\"path\":\"/\",\"user\":\"raw-user\"}");
            calls.send("GET", "/api/v1/subjects/top", "");
            calls.send("PUT", "/api/v1/policies/mode", "{\"mode\":\"raw-mode\"}");
            calls.send("GET", "/api/v1/raw-path?token=raw-token", "");
        }
    }

    private static void assertStructured(List<String> lines) {
        List<JsonNode> records = lines.stream()
                .filter(line -> line.startsWith("{"))
                .map(line -> JsonMapper.shared().readTree(line))
                .toList();
        assertThat(records)
                .filteredOn(each -> each.path("rule").asString("").equals("users"))
                .isNotEmpty()
                .allSatisfy(denial -> {
                    assertThat(denial.path("subject").asString()).isEqualTo(SubjectNames.HASHED.of("user:raw-user"));
                    assertThat(denial.path("retry_after_seconds").asInt()).isBetween(1, 3_600);
                    assertThat(level(denial)).isEqualTo("INFO");
                });
        assertThat(records)
                .anyMatch(each -> level(each).equals("WARN") && message(each).contains("decided without it"))
                .anyMatch(each -> level(each).equals("ERROR") && message(each).contains("the shared store fails"));
    }

    private static String level(JsonNode record) {
        return record.path("log").path("level").asString("");
    }

    private static String message(JsonNode record) {
        return record.path("message").asString("");
    }
}
