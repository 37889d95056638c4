package io.weir.service.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.guard.key.KeyFormat;
import io.weir.service.guard.GuardSettings.IssuedKeys;
import io.weir.service.guard.GuardSettings.NamedKeys;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Calls to the service with an API key in place of one of the two tokens. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class KeyAccessTest {

    private static final String CHECK = "/api/v1/rate-limit/check?key=";
    private static final String POLICY =
            "rules:\n  - {name: orders, match: {key: 'user:*'}, per: key, limit: 100/min}\n";

    private final GuardedService service;
    private int made;

    KeyAccessTest(@TempDir Path folder) {
        service = GuardedService.in(
                folder,
                settings -> settings.withGuard(settings.guard()
                        .with(NamedKeys.GOVERNED)
                        .with(new IssuedKeys(new KeyFormat("acme"), Duration.ofHours(1)))));
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private JsonNode key(String more) throws Exception {
        return service.create("{\"owner\":\"access\",\"name\":\"k" + made++ + "\"," + more + "}");
    }

    private String secret(String more) throws Exception {
        return key(more).path("key").asString();
    }

    private int status(String token, String method, String target) throws Exception {
        return service.send(token, method, target, "").statusCode();
    }

    private void pushPolicy() throws Exception {
        assertThat(service.send(
                                GuardedService.ADMIN,
                                "PUT",
                                "/api/v1/policies",
                                POLICY,
                                "Content-Type",
                                "application/yaml")
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "weir:check, 200, 403, 403",
        "weir:read, 403, 200, 403",
        "weir:admin, 200, 200, 204",
        "orders:read, 403, 403, 403"
    })
    void aScopeAllowsTheCallsOfItsToken(String scope, int checks, int reads, int changes) throws Exception {
        pushPolicy();
        String secret = secret("\"scopes\":[\"" + scope + "\"]");
        assertThat(status(secret, "GET", CHECK + "user:1")).isEqualTo(checks);
        assertThat(status(secret, "GET", "/api/v1/policies")).isEqualTo(reads);
        assertThat(status(secret, "DELETE", "/api/v1/rate-limit/reset?key=user:1"))
                .isEqualTo(changes);
    }

    @Test
    void aRejectionNamesTheScopeThatIsMissing() throws Exception {
        pushPolicy();
        String none = secret("\"scopes\":[]");
        assertThat(service.send(none, "GET", CHECK + "user:1", "").body())
                .contains("the API key needs the scope weir:check for this call");
        assertThat(service.send(none, "GET", "/api/v1/policies", "").body()).contains("the scope weir:read");
        assertThat(service.send(none, "PUT", "/api/v1/policies", POLICY).body()).contains("the scope weir:admin");
    }

    @Test
    void keysHaveThePrefixOfTheSettingAndThoseOfAnotherOneStayValid() throws Exception {
        pushPolicy();
        assertThat(secret("\"scopes\":[]")).startsWith("acme_live_");
        String old = "weir_live_4hKqrX0bQ2mZ8sVtY1nC6pLdW9eRfU3j0aLq17";
        service.keys("POST", "/import", "{\"owner\":\"before\",\"scopes\":[\"weir:check\"],\"key\":\"" + old + "\"}");
        assertThat(status(old, "GET", CHECK + "user:1")).isEqualTo(200);
    }

    @Test
    void aRevokedKeyIsRejected() throws Exception {
        pushPolicy();
        JsonNode key = key("\"scopes\":[\"weir:check\"]");
        String secret = key.path("key").asString();
        assertThat(status(secret, "GET", CHECK + "user:1")).isEqualTo(200);
        service.keys("POST", "/revoke", "{\"id\":\"" + key.path("id").asString() + "\"}");
        HttpResponse<String> refused = service.send(secret, "GET", CHECK + "user:1", "");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("the API key is revoked").doesNotContain(secret);
    }

    @Test
    void aKeyOfAnotherNetworkIsRejected() throws Exception {
        pushPolicy();
        String far = secret("\"scopes\":[\"weir:check\"],\"networks\":[\"192.0.2.0/24\"]");
        String near = secret("\"scopes\":[\"weir:check\"],\"networks\":[\"127.0.0.0/8\"]");
        assertThat(status(far, "GET", CHECK + "user:1")).isEqualTo(401);
        assertThat(status(near, "GET", CHECK + "user:1")).isEqualTo(200);
    }

    @Test
    void aBoundKeyMayUseOnlyItsCounters() throws Exception {
        pushPolicy();
        String bound = secret("\"scopes\":[\"weir:check\"],\"keys\":[\"user:1*\"]");
        assertThat(status(bound, "GET", CHECK + "user:12")).isEqualTo(200);
        HttpResponse<String> refused = service.send(bound, "GET", CHECK + "user:2", "");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("user:1*", "user:2");
        assertThat(status(bound, "GET", "/api/v1/rate-limit/remaining?key=user:2"))
                .isEqualTo(403);
        assertThat(evaluate(bound, "{\"key\":\"user:12\"}")).isEqualTo(200);
        assertThat(evaluate(bound, "{\"key\":\"user:2\"}")).isEqualTo(403);
        assertThat(evaluate(bound, "{\"method\":\"GET\",\"path\":\"/\"}")).isEqualTo(403);
        assertThat(service.send(
                                bound,
                                "POST",
                                "/api/v1/rate-limit/evaluate/batch",
                                "{\"requests\":[{\"key\":\"user:12\"},{\"key\":\"user:2\"}]}")
                        .statusCode())
                .isEqualTo(403);
        String admin = secret("\"scopes\":[\"weir:admin\"],\"keys\":[\"user:1*\"]");
        assertThat(status(admin, "DELETE", "/api/v1/rate-limit/reset?key=user:2"))
                .isEqualTo(403);
    }

    private int evaluate(String token, String body) throws Exception {
        return service.send(token, "POST", "/api/v1/rate-limit/evaluate", body).statusCode();
    }

    @Test
    void checksWithoutARuleAreRejectedIfSetSo() throws Exception {
        pushPolicy();
        HttpResponse<String> refused = service.send(GuardedService.CHECKER, "GET", CHECK + "other:1", "");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("other:1", "--only-governed-keys");
        assertThat(evaluate(GuardedService.CHECKER, "{\"key\":\"other:1\"}")).isEqualTo(403);
        assertThat(evaluate(GuardedService.CHECKER, "{\"key\":\"user:1\"}")).isEqualTo(200);
    }

    @Test
    void healthNamesTheDatabase() throws Exception {
        assertThat(service.send(GuardedService.CHECKER, "GET", "/actuator/health", "")
                        .body())
                .contains("\"database\":{\"details\":{\"kind\":\"h2\"},\"status\":\"UP\"}");
    }
}
