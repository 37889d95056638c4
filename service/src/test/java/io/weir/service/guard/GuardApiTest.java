package io.weir.service.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.policyfile.PolicyReader;
import io.weir.service.DocumentedAnswers;
import io.weir.service.ServiceSettings;
import io.weir.service.StoreSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.testkit.redis.RedisServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Logins, locks and blocks over real HTTP, with every answer that the OpenAPI document has for them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GuardApiTest {

    private static final String PATH = "/api/v1/guard";
    private static final int FORBIDDEN = 403;
    private static final String LONG = "x".repeat(16_001);
    private static final String POLICY = """
            guard: {login: {path: /login}}
            rules:
              - {name: all, per: ip, limit: 1000/min}
              - {name: forged, match: {fact: {login: second-factor}}, per: ip, limit: 100/min, then: {block: 1h}, mode: enforce}
            """;

    private final GuardedService service;
    private final DocumentedAnswers answers;

    GuardApiTest(@TempDir Path folder) throws Exception {
        service = GuardedService.in(folder);
        service.service().gate().replace(PolicyReader.create().read("policy.yml", POLICY));
        answers = new DocumentedAnswers(
                GuardedService.json(service.send(GuardedService.ADMIN, "GET", "/openapi.json", "")), PATH);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private JsonNode call(String token, String method, String below, String body, int status) throws Exception {
        HttpResponse<String> response = service.send(token, method, PATH + below, body);
        if (status == FORBIDDEN) {
            // OpenApiTest provokes another 403 of every call.
            assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        } else {
            answers.compare(method, below, response, status);
        }
        return response.body().isEmpty() ? JsonMapper.shared().createObjectNode() : GuardedService.json(response);
    }

    private JsonNode before(String account, String ip, String more, int status) throws Exception {
        String body = "{\"account\":\"" + account + "\",\"ip\":\"" + ip + "\"" + more + "}";
        return call(GuardedService.CHECKER, "POST", "/logins", body, status);
    }

    private JsonNode after(JsonNode decision, String outcome, int status) throws Exception {
        String body = "{\"attempt\":\"" + decision.path("attempt").asString() + "\",\"outcome\":\"" + outcome + "\"}";
        return call(GuardedService.CHECKER, "POST", "/logins/outcome", body, status);
    }

    private JsonNode admin(String method, String below, String body, int status) throws Exception {
        return call(GuardedService.ADMIN, method, below, body, status);
    }

    private String audit(String kind) throws Exception {
        return service.send(GuardedService.ADMIN, "GET", "/api/v1/audit?kind=" + kind, "")
                .body();
    }

    @Test
    void everyDocumentedAnswerIsGiven() throws Exception {
        aGuesserIsChallengedAndLockedAndAnAdministratorEndsIt();
        aKnownDeviceGetsIn();
        aBlockIsMadeAndEnded();
        wrongCallsAreExplained();
        withoutAPepperOrARedis();
        answers.assertAllProvoked();
    }

    private void aGuesserIsChallengedAndLockedAndAnAdministratorEndsIt() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(after(before("ann", "192.0.2.1", "", 200), "failure", 200)
                            .path("locked")
                            .asBoolean())
                    .isFalse();
        }
        JsonNode challenged = before("ann", "192.0.2.1", "", 403);
        assertThat(challenged.path("action").asString()).isEqualTo("challenge");
        after(before("ann", "192.0.2.1", ",\"challengePassed\":true", 200), "failure", 200);
        JsonNode fifth = before("ann", "192.0.2.1", ",\"challengePassed\":true,\"headers\":{\"A\":\"b\"}", 200);
        assertThat(after(fifth, "failure", 200).path("locked").asBoolean()).isTrue();
        after(fifth, "failure", 409);
        JsonNode locked = before("Ann", "192.0.2.1", "", 429);
        assertThat(locked.path("reason").asString()).isEqualTo("locked");
        assertThat(locked.path("rule").asString()).isEqualTo("login-lock");
        assertThat(locked.path("retryAfterSeconds").asLong()).isBetween(800L, 900L);
        JsonNode locks = admin("GET", "/locks?account=ann&ip=192.0.2.1", "", 200);
        assertThat(locks.path("locks").get(0).path("rule").asString()).isEqualTo("login-lock");
        admin("DELETE", "/locks?account=ann&ip=192.0.2.1&by=bert", "", 204);
        assertThat(admin("GET", "/locks?account=ann&ip=192.0.2.1", "", 200).path("locks"))
                .isEmpty();
    }

    private void aKnownDeviceGetsIn() throws Exception {
        JsonNode right = after(before("carl", "192.0.2.3", ",\"passwordTag\":\"9f\"", 200), "success", 200);
        assertThat(right.path("setCookie").asString())
                .startsWith("weir_device=" + right.path("device").asString());
        String device = ",\"device\":\"" + right.path("device").asString() + "\",\"step\":\"password\"";
        JsonNode again = after(before("carl", "198.51.100.9", device, 200), "success", 200);
        assertThat(again.path("deviceId").asString())
                .isEqualTo(right.path("deviceId").asString());
        admin("GET", "/locks?account=carl&device=" + again.path("deviceId").asString(), "", 200);
    }

    private void aBlockIsMadeAndEnded() throws Exception {
        JsonNode block = admin(
                "PUT",
                "/blocks?by=ann",
                "{\"subject\":\"ip:192.0.2.66\",\"for\":\"1h\",\"reason\":\"abuse report 4711\"}",
                200);
        assertThat(block.path("by").asString()).isEqualTo("ann");
        assertThat(admin("GET", "/blocks", "", 200).path("blocks")).hasSize(1);
        assertThat(before("ann", "192.0.2.66", "", 403).path("action").asString())
                .isEqualTo("blocked");
        HttpResponse<String> evaluated = service.send(
                GuardedService.CHECKER,
                "POST",
                "/api/v1/rate-limit/evaluate",
                "{\"ip\":\"192.0.2.66\",\"method\":\"GET\",\"path\":\"/\"}");
        assertThat(evaluated.statusCode()).isEqualTo(403);
        admin("DELETE", "/blocks?subject=ip:192.0.2.66&by=bert", "", 204);
        admin("DELETE", "/blocks?subject=ip:192.0.2.66", "", 404);
        assertThat(before("dora", "192.0.2.66", "", 200).path("action").asString())
                .isEqualTo("allow");
        String metrics = service.send(GuardedService.ADMIN, "GET", "/actuator/prometheus", "")
                .body();
        assertThat(metrics).contains("guard_blocks{", "guard_locks_begun_total");
    }

    private void wrongCallsAreExplained() throws Exception {
        call(GuardedService.CHECKER, "POST", "/logins", "{}", 400);
        call(GuardedService.CHECKER, "POST", "/logins", LONG, 413);
        call("wrong", "POST", "/logins", "{\"account\":\"a\"}", 401);
        call(GuardedService.CHECKER, "POST", "/logins/outcome", "{\"attempt\":\"x\",\"outcome\":\"failure\"}", 400);
        call(GuardedService.CHECKER, "POST", "/logins/outcome", LONG, 413);
        call("wrong", "POST", "/logins/outcome", "{}", 401);
        admin("GET", "/locks?account=ann", "", 400);
        admin("DELETE", "/locks?account=ann&ip=1&device=2", "", 400);
        call(GuardedService.CHECKER, "GET", "/locks?account=ann&ip=192.0.2.1", "", 401);
        call(GuardedService.CHECKER, "DELETE", "/locks?account=ann&ip=192.0.2.1", "", 401);
        admin("GET", "/blocks?of=ann", "", 400);
        call(GuardedService.CHECKER, "GET", "/blocks", "", 401);
        admin("PUT", "/blocks", "{\"subject\":\"account:ann\",\"for\":\"1h\"}", 400);
        admin("PUT", "/blocks", LONG, 413);
        call(GuardedService.CHECKER, "PUT", "/blocks", "{}", 401);
        admin("DELETE", "/blocks?subject=ann", "", 400);
        call(GuardedService.CHECKER, "DELETE", "/blocks?subject=user:ann", "", 401);
    }

    private void withoutAPepperOrARedis() throws Exception {
        StoreSettings redis;
        try (RedisServer gone = RedisServer.start()) {
            redis = StoreSettings.redis(gone.uri());
        }
        Access access = new Access(GuardedService.ADMIN, Optional.of(GuardedService.CHECKER));
        ServiceSettings settings = new ServiceSettings(0, "127.0.0.1", access).withStore(redis);
        try (WeirService running = WeirService.start(settings)) {
            GuardedService alone = GuardedService.of(running);
            for (String[] each : new String[][] {
                {"POST", "/logins", "{\"account\":\"ann\"}"},
                {"POST", "/logins/outcome", "{\"attempt\":\"x\",\"outcome\":\"failure\"}"},
                {"GET", "/locks?account=ann&ip=192.0.2.1", ""},
                {"DELETE", "/locks?account=ann&ip=192.0.2.1", ""},
                {"PUT", "/blocks", "{\"subject\":\"user:ann\",\"for\":\"1h\"}"},
                {"DELETE", "/blocks?subject=user:ann", ""}
            }) {
                HttpResponse<String> response = alone.send(GuardedService.ADMIN, each[0], PATH + each[1], each[2]);
                answers.compare(each[0], each[1], response, 503);
            }
        }
    }

    @Test
    void theAuditHasPseudonymsInsteadOfAccountsAndAddresses() throws Exception {
        after(before("erich@example.com", "203.0.113.5", "", 200), "failure", 200);
        after(before("erich@example.com", "203.0.113.5", "", 200), "success", 200);
        await().until(() -> audit("login.new-device").contains("203.0.113.0/24"));
        String rows = audit("login.failed") + audit("login.succeeded") + audit("login.new-device");
        assertThat(rows)
                .contains("login.failed", "login.succeeded", "login.new-device", "account:", "203.0.113.0/24")
                .doesNotContain("erich", "203.0.113.5");
    }
}
