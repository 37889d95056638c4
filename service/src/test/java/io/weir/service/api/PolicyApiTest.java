package io.weir.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.service.PolicySettings;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Administrators read and change the policy, over real HTTP. */
final class PolicyApiTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Access ACCESS = new Access("admin-secret", Optional.of("check-secret"));
    private static final String ORDERS = "rules:\n  - {name: orders, match: {key: 'user:*'}, per: key, limit: %s}\n";

    @TempDir
    private Path folder;

    private WeirService service = start(PolicySettings.NONE);

    private static WeirService start(PolicySettings policy) {
        return WeirService.start(new ServiceSettings(0, "127.0.0.1", ACCESS).withPolicy(policy));
    }

    @BeforeEach
    void requireStarted() {
        assertThat(service.port()).isPositive();
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private HttpResponse<String> send(String method, String below, String body, String... headers) throws Exception {
        return sendTo("/api/v1/policies" + below, method, body, headers);
    }

    private HttpResponse<String> sendTo(String target, String method, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + target))
                .header("Authorization", "Bearer admin-secret")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> push(String limit, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + service.port() + "/api/v1/policies?by=oncall&reason=a%20test"))
                .header("Authorization", "Bearer admin-secret")
                .header("Content-Type", "application/yaml")
                .PUT(HttpRequest.BodyPublishers.ofString(ORDERS.formatted(limit)));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    private JsonNode shown() throws Exception {
        return json(send("GET", "", ""));
    }

    private int check(String key) throws Exception {
        return sendTo("/api/v1/rate-limit/check?key=" + key, "GET", "").statusCode();
    }

    @Test
    void showsThatNoPolicyExistsYet() throws Exception {
        assertThat(shown()).isEqualTo(JsonMapper.shared().readTree("""
                {"version":0,"source":"document","inForce":true,"mode":"enforce","rules":[],
                "switches":{"mode":"enforce","modes":{},"overrides":[]},"ignored":[],"files":[]}"""));
    }

    @Test
    void aPushedPolicyIsInForceAtOnceAndShown() throws Exception {
        HttpResponse<String> pushed = push("2/h");
        assertThat(pushed.statusCode()).isEqualTo(200);
        assertThat(pushed.headers().firstValue("ETag")).contains("\"1\"");
        assertThat(json(pushed).path("change").asString()).isEqualTo("orders added (2/h)");
        assertThat(check("user:1")).isEqualTo(200);
        assertThat(check("user:1")).isEqualTo(200);
        assertThat(check("user:1")).isEqualTo(429);
        JsonNode shown = shown();
        assertThat(shown.path("version").asInt()).isEqualTo(1);
        assertThat(shown.path("by").asString()).isEqualTo("oncall");
        assertThat(shown.path("reason").asString()).isEqualTo("a test");
        assertThat(shown.path("rules")).isEqualTo(JsonMapper.shared().readTree("""
                [{"name":"orders","key":"user:*","per":["key"],"limit":"2/h","mode":"enforce"}]"""));
        assertThat(shown.path("files").get(0).path("text").asString()).isEqualTo(ORDERS.formatted("2/h"));
    }

    /** When the numbers of a limit change, consumed permits stay consumed. */
    @Test
    void consumedPermitsStayConsumedWhenALimitChanges() throws Exception {
        push("{algorithm: fixed-window, permits: 5, per: 1day}");
        for (int i = 0; i < 5; i++) {
            assertThat(check("user:1")).isEqualTo(200);
        }
        assertThat(check("user:1")).isEqualTo(429);
        push("{algorithm: fixed-window, permits: 7, per: 1day}");
        assertThat(check("user:1")).isEqualTo(200);
        assertThat(check("user:1")).isEqualTo(200);
        assertThat(check("user:1")).isEqualTo(429);
        push("{algorithm: fixed-window, permits: 3, per: 1day}");
        assertThat(check("user:1")).isEqualTo(429);
        push("{algorithm: fixed-window, permits: 8, per: 1day}");
        assertThat(check("user:1")).isEqualTo(200);
        assertThat(check("user:1")).isEqualTo(429);
    }

    @Test
    void aPushThatExpectsAnotherVersionIsAConflictThatNamesTheLastAuthor() throws Exception {
        push("1/h");
        assertThat(push("2/h", "If-Match", "\"1\"").statusCode()).isEqualTo(200);
        HttpResponse<String> refused = push("3/h", "If-Match", "\"1\"");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(json(refused).path("version").asInt()).isEqualTo(2);
        assertThat(json(refused).path("by").asString()).isEqualTo("oncall");
        assertThat(json(refused).path("at").asString()).isNotEmpty();
        assertThat(json(refused).path("detail").asString())
                .startsWith(
                        "nothing was changed, because another change came first: version 2 was written by oncall at ");
        assertThat(shown().path("version").asInt()).isEqualTo(2);
    }

    @Test
    void allMistakesAreReportedAndChangeNothing() throws Exception {
        push("1/h");
        HttpResponse<String> refused = send(
                "PUT",
                "",
                "{\"files\":[{\"name\":\"a.yml\",\"text\":\"rules: [{name: a, per: ip, limit: often}]\"},"
                        + "{\"name\":\"b.yml\",\"text\":\"rulez: []\"}]}",
                "Content-Type",
                "application/json");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
        JsonNode mistakes = json(refused).path("mistakes");
        assertThat(mistakes).hasSize(2);
        assertThat(mistakes.get(0).path("file").asString()).isEqualTo("a.yml");
        assertThat(mistakes.get(0).path("line").asInt()).isEqualTo(1);
        assertThat(mistakes.get(1).path("message").asString()).contains("unknown key \"rulez\"");
        assertThat(shown().path("version").asInt()).isEqualTo(1);
    }

    @Test
    void everyChangeIsInTheHistoryAndCanBeRolledBack() throws Exception {
        push("1/h");
        push("2/h");
        assertThat(send("POST", "/rollback", "").statusCode()).isEqualTo(200);
        assertThat(shown().path("rules").get(0).path("limit").asString()).isEqualTo("1/h");
        assertThat(json(send("POST", "/rollback?by=deployer&reason=no", "{\"to\":2}"))
                        .path("change")
                        .asString())
                .isEqualTo("orders: 1/h → 2/h");
        JsonNode revisions = json(send("GET", "/history", "")).path("revisions");
        assertThat(revisions.valueStream().map(each -> each.path("version").asInt()))
                .containsExactly(4, 3, 2, 1);
        assertThat(revisions.get(0).path("by").asString()).isEqualTo("deployer");
        assertThat(revisions.get(0).path("reason").asString()).isEqualTo("no");
        HttpResponse<String> refused = send("POST", "/rollback", "{\"to\":9}");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(json(refused).path("detail").asString()).isEqualTo("version 9 is not kept; there are 1, 2, 3, 4");
    }

    @Test
    void modesAreSwitchedForAllRulesOrForOne() throws Exception {
        push("1/h");
        check("user:1");
        assertThat(check("user:1")).isEqualTo(429);
        assertThat(send("PUT", "/mode", "{\"mode\":\"off\"}").statusCode()).isEqualTo(200);
        assertThat(check("user:1")).isEqualTo(200);
        assertThat(shown().path("mode").asString()).isEqualTo("off");
        send("PUT", "/mode", "{\"mode\":\"enforce\"}");
        assertThat(check("user:1")).isEqualTo(429);
        send("PUT", "/mode", "{\"mode\":\"shadow\",\"rule\":\"orders\"}");
        assertThat(check("user:1")).isEqualTo(200);
        assertThat(shown().path("switches").path("modes").path("orders").asString())
                .isEqualTo("shadow");
        send("PUT", "/mode", "{\"mode\":\"as-written\",\"rule\":\"orders\"}");
        assertThat(check("user:1")).isEqualTo(429);
    }

    @Test
    void anOverrideGivesOneSubjectAnotherLimitForAWhile() throws Exception {
        push("1/h");
        HttpResponse<String> made = send(
                "PUT",
                "/overrides?by=oncall&reason=import",
                "{\"subject\":\"key:user:1\",\"limit\":\"3/h\",\"for\":\"2h\"}");
        assertThat(made.body()).contains("key:user:1 has 3/h until");
        assertThat(check("user:1")).isEqualTo(200);
        assertThat(check("user:1")).isEqualTo(200);
        assertThat(check("user:2")).isEqualTo(200);
        assertThat(check("user:2")).isEqualTo(429);
        JsonNode override = shown().path("switches").path("overrides").get(0);
        assertThat(override.path("reason").asString()).isEqualTo("import");
        assertThat(override.path("by").asString()).isEqualTo("oncall");
        assertThat(send("DELETE", "/overrides?subject=key:user:1", "").statusCode())
                .isEqualTo(200);
        assertThat(shown().path("switches").path("overrides")).isEmpty();
        assertThat(check("user:1")).isEqualTo(429);
    }

    @Test
    void allCountersOfASubjectAreReset() throws Exception {
        push("1/h");
        check("user:1");
        check("user:2");
        assertThat(check("user:1")).isEqualTo(429);
        assertThat(send("POST", "/reset", "{\"subject\":\"key:user:1\"}").statusCode())
                .isEqualTo(204);
        assertThat(check("user:1")).isEqualTo(200);
        assertThat(check("user:2")).isEqualTo(429);
    }

    private static final String MISTAKES = """
            PUT    | /mode       | {"mode":"of"}                  | mode must be enforce, shadow or off
            PUT    | /mode       | {"mode":"x","rule":"orders"}   | mode must be enforce, shadow, off or as-written
            PUT    | /mode       | {}                             | mode must be given: enforce, shadow or off
            PUT    | /mode       | {"mode":"off","rule":"order"}  | unknown rule "order"; did you mean "orders"?
            PUT    | /mode?reason= | {"mode":"off"}               | reason must be a line of up to 500 characters
            PUT    | /mode?bye=x | {"mode":"off"}                 | bye is no parameter of this call; did you mean \"by\"?
            PUT    | /overrides  | {"subject":"key:a"}            | limit must be given: a text such as 5000/min
            PUT    | /overrides  | {"subject":"key:a","limit":"1/s"} | until must be given
            PUT    | /overrides  | {"subject":"key:a","limit":"1/s","for":"ages"} | for must be a span of time
            PUT    | /overrides  | {"subject":"key:a","limit":"1/s","until":"2126-01-01T00:00:00Z","for":"1h"} | for must be left out where there is until
            PUT    | /overrides  | {"subject":"key:a","limit":"1/s","until":"soon"} | until must be a time such as
            PUT    | /overrides  | {"subject":"key:a","limit":"1/s","until":"2126-01-01T00:00:00+18:01"} | at most 18 hours from UTC
            PUT    | /overrides  | {"subject":"key:a","limit":"1/s","until":"2126-01-01T00:00:00-23:59"} | at most 18 hours from UTC
            PUT    | /overrides  | {"subject":"key:a","limit":"1/s","until":"2020-01-01T00:00:00Z"} | until must be later than now
            PUT    | /overrides  | {"subject":"a","limit":"1/s","for":"1h"} | Cannot read the subject "a"
            PUT    | /overrides  | {"subject":"user:a","limit":"1/s","for":"1h"} | not by "user"
            DELETE | /overrides  |                                | subject must be given
            DELETE | /overrides?subject=key:a |                   | there is no override of key:a
            POST   | /reset      | {"subject":"nobody"}           | Cannot read the subject "nobody"
            POST   | /reset      | {"subject":"user:1"}           | subject must be what a rule counts, and none counts by user
            POST   | /rollback   | {"too":1}                      | too
            POST   | /rollback   |                                | there is no version before this one
            """;

    @Test
    void badInputIsReportedAndChangesNothing() throws Exception {
        push("1/h");
        for (String line : MISTAKES.lines().toList()) {
            String[] parts = line.split("\\|", -1);
            HttpResponse<String> refused = send(parts[0].strip(), parts[1].strip(), parts[2].strip());
            assertThat(refused.statusCode()).as(line).isEqualTo(400);
            assertThat(json(refused).path("detail").asString()).contains(parts[3].strip());
        }
        assertThat(shown().path("version").asInt()).isEqualTo(1);
    }

    @Test
    void aPushNeedsItsContentTypeAndAValidVersion() throws Exception {
        assertThat(json(send("PUT", "", "rules: []")).path("detail").asString())
                .startsWith("Content-Type must be application/yaml");
        assertThat(json(push("1/h", "If-Match", "new")).path("detail").asString())
                .isEqualTo("If-Match must be a version, such as \"7\"");
        assertThat(send("PUT", "", "{\"files\":[]}", "Content-Type", "application/json")
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void onlyAdministratorsSeeAndChangeIt() throws Exception {
        for (String below : new String[] {"", "/history", "/rollback", "/mode", "/overrides", "/reset"}) {
            for (String method : new String[] {"GET", "PUT", "POST", "DELETE"}) {
                HttpRequest request = HttpRequest.newBuilder(
                                URI.create("http://127.0.0.1:" + service.port() + "/api/v1/policies" + below))
                        .header("Authorization", "Bearer check-secret")
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build();
                assertThat(CLIENT.send(request, HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .as(method + " " + below)
                        .isIn(401, 405);
            }
        }
        HttpResponse<String> other = send("POST", "", "");
        assertThat(other.statusCode()).isEqualTo(405);
        assertThat(other.headers().firstValue("Allow")).contains("GET, PUT");
    }

    @Test
    void aPolicyInTheDataFolderSurvivesARestart() throws Exception {
        service.close();
        Path seed = Files.writeString(folder.resolve("seed.yml"), ORDERS.formatted("9/h"));
        PolicySettings kept = new PolicySettings(
                Optional.of(seed), PolicySettings.Source.DOCUMENT, Optional.of(folder.resolve("data")));
        service = start(kept);
        assertThat(shown().path("rules").get(0).path("limit").asString()).isEqualTo("9/h");
        push("2/h");
        service.close();
        service = start(kept);
        assertThat(shown().path("version").asInt()).isEqualTo(2);
        assertThat(shown().path("rules").get(0).path("limit").asString()).isEqualTo("2/h");
    }

    @Test
    void aPolicyFromAFileIsWatchedAndNothingElseChangesIt() throws Exception {
        service.close();
        Path file = Files.writeString(folder.resolve("policy.yml"), ORDERS.formatted("1/h"));
        service = start(new PolicySettings(Optional.of(file), PolicySettings.Source.FILE, Optional.of(folder)));
        assertThat(shown().path("source").asString()).isEqualTo("file");
        HttpResponse<String> refused = push("2/h");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(json(refused).path("detail").asString()).contains("a file owns the policy");
        assertThat(send("PUT", "/mode", "{\"mode\":\"off\"}").statusCode()).isEqualTo(409);
        Files.writeString(file, ORDERS.formatted("3/h"));
        org.awaitility.Awaitility.await()
                .until(() ->
                        shown().path("rules").get(0).path("limit").asString().equals("3/h"));
        Files.writeString(file, ORDERS.formatted("often"));
        org.awaitility.Awaitility.await().until(() -> !shown().path("inForce").asBoolean());
        assertThat(shown().path("problem").asString()).contains("Cannot read the limit \"often\"");
        assertThat(shown().path("rules").get(0).path("limit").asString()).isEqualTo("3/h");
        HttpResponse<String> health = sendTo("/actuator/health", "GET", "");
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body()).contains("the last good policy is in force").doesNotContain("often");
    }
}
