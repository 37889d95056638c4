package io.weir.service.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.policy.Policy;
import io.weir.policyfile.PolicyReader;
import io.weir.service.DocumentedAnswers;
import io.weir.service.ServiceSettings;
import io.weir.service.StoreSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.guard.challenge.CaptchaSettings;
import io.weir.testkit.redis.RedisServer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Logins, locks and blocks over real HTTP, with every answer that the OpenAPI document has for them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class GuardApiTest {

    private static final String PATH = "/api/v1/guard";
    private static final int FORBIDDEN = 403;
    private static final String LONG = "x".repeat(17_000);
    private static final String POLICY = """
            guard:
              login: {path: /login}
              bots: {honeypots: [/wp-login.php], likely: {limit: 20/min, then: challenge, mode: shadow}}
              requests:
                - {path: '/orders/**', methods: [POST], content-types: [application/json], most-body: 1KB, most-query: 10,
                   most-headers: 3}
                - {path: '/reports/**', require-scope: 'reports:read'}
            rules:
              - {name: all, per: ip, limit: 1000/min}
              - {name: sign-up-challenge, match: {path: /sign-up}, per: ip, limit: 1/h, then: challenge}
              - {name: forged, match: {fact: {login: second-factor}}, per: ip, limit: 100/min, then: {block: 1h}, mode: enforce}
            """;

    private final GuardedService service;
    private final DocumentedAnswers answers;

    GuardApiTest(@TempDir Path folder) throws Exception {
        service = GuardedService.in(
                folder, settings -> settings.withGuard(settings.guard().with(CaptchaSettings.PROOF_OF_WORK)));
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
        aSolvedPuzzleIsGoodForOneAttempt();
        aScoreNamesItsReasons();
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

    private void aSolvedPuzzleIsGoodForOneAttempt() throws Exception {
        for (int i = 0; i < 3; i++) {
            after(before("gina", "192.0.2.40", "", 200), "failure", 200);
        }
        JsonNode challenge = before("gina", "192.0.2.40", "", 403).path("challenge");
        assertThat(challenge.path("provider").asString()).isEqualTo("proof-of-work");
        assertThat(challenge.path("action").asString()).isEqualTo("login");
        String solved = ",\"challenge\":\"" + solved(challenge.path("puzzle").asString()) + "\"";
        after(before("gina", "192.0.2.40", solved, 200), "abandoned", 200);
        JsonNode again = before("gina", "192.0.2.40", solved, 403);
        assertThat(again.path("reason").asString()).isEqualTo("replayed");
        assertThat(again.path("challenge").path("puzzle").asString())
                .isNotEqualTo(challenge.path("puzzle").asString());
    }

    private static String solved(String puzzle) throws Exception {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        for (int i = 0; ; i++) {
            String answer = puzzle + "." + i;
            byte[] digest = sha256.digest(answer.getBytes(StandardCharsets.US_ASCII));
            if (digest[0] == 0 && digest[1] == 0) {
                return answer;
            }
        }
    }

    private JsonNode score(String path, String more) throws Exception {
        String body = "{\"method\":\"GET\",\"path\":\"" + path
                + "\",\"ip\":\"192.0.2.50\",\"headers\":{\"User-Agent\":\"curl/8.5\"}" + more + "}";
        return call(GuardedService.CHECKER, "POST", "/bots/score", body, 200);
    }

    private void aScoreNamesItsReasons() throws Exception {
        JsonNode foreseen = score("/wp-login.php", ",\"observe\":false");
        assertThat(foreseen.path("reasons").toString()).isEqualTo("[\"tool-agent\",\"honeypot\"]");
        assertThat(foreseen.path("fingerprint").asString()).hasSize(16);
        JsonNode untouched = score("/", "");
        assertThat(untouched.path("score").asInt()).isEqualTo(60);
        assertThat(untouched.path("band").asString()).isEqualTo("likely");
        score("/wp-login.php", "");
        assertThat(score("/", "").path("band").asString()).isEqualTo("certain");
    }

    private JsonNode evaluate(String fields, int status) throws Exception {
        return sent("evaluate", fields, status);
    }

    private JsonNode sent(String call, String fields, int status) throws Exception {
        HttpResponse<String> answer = service.send(
                GuardedService.CHECKER,
                "POST",
                "/api/v1/rate-limit/" + call,
                "{\"ip\":\"192.0.2.60\",\"method\":\"GET\"," + fields + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return GuardedService.json(answer);
    }

    @Test
    void anEvaluationOffersAChallengeAndAcceptsItsAnswerOnce() throws Exception {
        evaluate("\"path\":\"/sign-up\"", 200);
        JsonNode challenged = evaluate("\"path\":\"/sign-up\"", 403);
        assertThat(challenged.path("action").asString()).isEqualTo("challenge");
        assertThat(challenged.path("challenge").path("action").asString()).isEqualTo("sign_up");
        String answer = solved(challenged.path("challenge").path("puzzle").asString());
        String solved = "\"path\":\"/sign-up\",\"challenge\":\"" + answer + "\"";
        assertThat(sent("explain", solved, 200).path("action").asString()).isEqualTo("challenge");
        assertThat(evaluate(solved, 200).path("action").asString()).isEqualTo("allow");
        assertThat(evaluate(solved, 403).path("reason").asString()).isEqualTo("replayed");
        assertThat(evaluate("\"path\":\"/\",\"challenge\":\"" + answer + "\"", 200)
                        .has("reason"))
                .as("an answer is not looked at where no rule asks for one")
                .isFalse();
        HttpResponse<String> batch = service.send(
                GuardedService.CHECKER,
                "POST",
                "/api/v1/rate-limit/evaluate/batch",
                "{\"requests\":[{\"ip\":\"192.0.2.60\",\"method\":\"GET\"," + solved + "}]}");
        assertThat(GuardedService.json(batch)
                        .path("verdicts")
                        .path(0)
                        .path("reason")
                        .asString())
                .isEqualTo("replayed");
    }

    @Test
    void aRequestWhoseHeadersAreDescribedIsScored() throws Exception {
        String curl = "\"path\":\"/bots\",\"headers\":{\"User-Agent\":\"curl/8.5\"}";
        JsonNode foreseen = sent("explain", curl, 200);
        JsonNode scored = evaluate(curl, 200);
        assertThat(scored.path("bot")).isEqualTo(foreseen.path("bot"));
        assertThat(scored.path("bot").toString())
                .isEqualTo("{\"score\":60,\"band\":\"likely\",\"reasons\":[\"tool-agent\"]}");
        assertThat(scored.path("rulings").toString()).contains("bots-likely");
        assertThat(evaluate("\"path\":\"/bots\"", 200).has("bot")).isFalse();
        String chrome = "\"path\":\"/bots\",\"headers\":{\"User-Agent\":\"Mozilla/5.0 (Windows NT 10.0; Win64; x64)"
                + " AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36\",\"Accept-Language\":\"de\","
                + "\"Accept-Encoding\":\"gzip\"}";
        assertThat(evaluate(chrome, 200).path("bot").path("score").asInt()).isZero();
        JsonNode bare =
                evaluate(chrome + ",\"secure\":true,\"headerOrder\":[\"Accept-Language\",\"Accept-Encoding\"]", 200);
        assertThat(bare.path("bot").path("reasons").toString())
                .isEqualTo("[\"order-contradicts\",\"no-fetch-metadata\",\"no-client-hints\"]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "path":"/orders/1"                                                              | 405 | method
            "path":"/orders/1","method":"POST","contentType":"text/xml"                     | 415 | content-type
            "path":"/orders/1","method":"POST","headers":{"content-type":"text/xml"}        | 415 | content-type
            "path":"/orders/1","method":"POST","contentType":"application/json","contentLength":1025 | 413 | body-too-large
            "path":"/orders/1","method":"POST","headers":{"content-length":"1025"}          | 413 | body-too-large
            "path":"/orders/1?a=1234567890","method":"POST"                                 | 414 | query-too-long
            "path":"/orders/1?a=%00","method":"POST"                                        | 400 | malformed
            "path":"/orders/1","method":"POST","headerOrder":["a","b","c","d"]              | 431 | too-many-headers
            "path":"/reports/1"                                                             | 403 | insufficient-scope
            """)
    void aRequestThatIsNotAsItMayBeIsDeniedBeforeItIsCounted(String fields, int status, String reason)
            throws Exception {
        String described = fields.contains("method") ? fields : fields + ",\"method\":\"GET\"";
        String body = "{\"ip\":\"192.0.2.61\"," + described + "}";
        for (String call : new String[] {"evaluate", "explain"}) {
            HttpResponse<String> response =
                    service.send(GuardedService.CHECKER, "POST", "/api/v1/rate-limit/" + call, body);
            assertThat(response.statusCode()).isEqualTo(call.equals("evaluate") ? 429 : 200);
            JsonNode answer = GuardedService.json(response);
            assertThat(answer.path("action").asString()).isEqualTo("deny");
            assertThat(answer.path("status").asInt()).isEqualTo(status);
            assertThat(answer.path("reason").asString()).isEqualTo(reason);
            assertThat(answer.path("rulings")).isEmpty();
        }
    }

    @Test
    void aRequestWithinTheLimitsMeetsItsRules() throws Exception {
        String order =
                "{\"ip\":\"192.0.2.62\",\"method\":\"POST\",\"path\":\"/orders/1\",\"contentType\":\"application/json; charset=utf-8\",\"contentLength\":1024}";
        HttpResponse<String> allowed =
                service.send(GuardedService.CHECKER, "POST", "/api/v1/rate-limit/evaluate", order);
        assertThat(allowed.statusCode()).as(allowed.body()).isEqualTo(200);
        String key = service.create("{\"owner\":\"acme\",\"scopes\":[\"reports:read\"]}")
                .path("key")
                .asString();
        assertThat(evaluate("\"path\":\"/reports/1\",\"credentials\":{\"apiKey\":\"" + key + "\"}", 200)
                        .path("allowed")
                        .asBoolean())
                .isTrue();
    }

    private void wrongCallsAreExplained() throws Exception {
        call(GuardedService.CHECKER, "POST", "/logins", "{}", 400);
        call(GuardedService.CHECKER, "POST", "/logins", LONG, 413);
        call("wrong", "POST", "/logins", "{\"account\":\"a\"}", 401);
        call(GuardedService.CHECKER, "POST", "/logins/outcome", "{\"attempt\":\"x\",\"outcome\":\"failure\"}", 400);
        call(GuardedService.CHECKER, "POST", "/logins/outcome", LONG, 413);
        call("wrong", "POST", "/logins/outcome", "{}", 401);
        before("ann", "192.0.2.9", ",\"challenge\":\"t\",\"challengePassed\":true", 400);
        call("wrong", "POST", "/bots/score", "{}", 401);
        call(GuardedService.CHECKER, "POST", "/bots/score", LONG, 413);
        call(GuardedService.CHECKER, "POST", "/bots/score", "{\"method\":\"GET\",\"path\":\"/\"}", 400);
        call(GuardedService.CHECKER, "POST", "/bots/score", "{\"key\":\"a\"}", 400);
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
    void anAttemptThatNoRuleGuardsSaysSo() throws Exception {
        assertThat(before("ann", "192.0.2.77", "", 200).has("warning")).isFalse();
        Policy guarded = service.service().gate().policy();
        service.service()
                .gate()
                .replace(PolicyReader.create().read("policy.yml", "rules: [{name: a, per: ip, limit: 9/s}]"));
        try {
            assertThat(before("ann", "192.0.2.77", "", 200).path("warning").asString())
                    .startsWith("no rule of the policy in force guards logins");
        } finally {
            service.service().gate().replace(guarded);
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
