package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.Calls;
import io.weir.service.access.Access;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the dashboard asks the service, and what the view token may not do. */
final class DashboardApiTest {

    private static final String ADMIN = Calls.ADMIN;
    private static final String VIEWER = "view-secret";
    private static final String CHECKER = "check-secret";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final WeirService SERVICE = WeirService.start(
            new ServiceSettings(0, "127.0.0.1", new Access(ADMIN, Optional.of(CHECKER), Optional.of(VIEWER))));
    private static final String SIMULATION = "{\"limits\":[{\"rate\":\"1/s\"}],\"arrivals\":\"0*2 1\"}";

    private static HttpRequest request(String token, String method, String target, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + SERVICE.port() + target))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", body.startsWith("{") ? "application/json" : "application/yaml")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static HttpResponse<String> send(String token, String method, String target, String body) throws Exception {
        return CLIENT.send(request(token, method, target, body), BodyHandlers.ofString());
    }

    private static JsonNode json(String token, String method, String target, String body) throws Exception {
        HttpResponse<String> response = send(token, method, target, body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    private static DocumentedAnswers documented(String path) throws Exception {
        return new DocumentedAnswers(json(VIEWER, "GET", "/openapi.json", ""), path);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/v1/me, '', 200",
        "GET, /api/v1/me, ?x, 400",
        "GET, /api/v1/rules, '', 200",
        "GET, /api/v1/live/history, ?step=1m, 200",
        "GET, /api/v1/live/history, ?rule=global, 200",
        "GET, /api/v1/live/history, ?step=2s, 400"
    })
    void answersAsDocumented(String method, String path, String query, int status) throws Exception {
        documented(path).compare(method, query, send(VIEWER, method, path + query, ""), status);
        documented(path).compare(method, query, send(CHECKER, method, path + query, ""), 401);
    }

    @Test
    void theSimulationAnswersAsDocumented() throws Exception {
        DocumentedAnswers answers = documented("/api/v1/simulate");
        answers.compare("POST", "", send(VIEWER, "POST", "/api/v1/simulate", SIMULATION), 200);
        answers.compare("POST", "", send(VIEWER, "POST", "/api/v1/simulate", "{}"), 400);
        answers.compare("POST", "", send(CHECKER, "POST", "/api/v1/simulate", SIMULATION), 401);
        HttpResponse<String> response;
        do {
            response = send(VIEWER, "POST", "/api/v1/simulate", SIMULATION);
        } while (response.statusCode() == 200);
        answers.compare("POST", "", response, 429);
    }

    @Test
    void everyCallThatChangesSomethingRefusesTheViewToken() throws Exception {
        List<String> tried = new ArrayList<>();
        JsonNode paths = json(VIEWER, "GET", "/openapi.json", "").path("paths");
        for (String path : paths.propertyNames()) {
            for (String method : paths.path(path).propertyNames()) {
                String security = paths.path(path).path(method).path("security").toString();
                // The export of a person changes nothing.
                boolean changes = !method.equals("get") && !path.equals("/api/v1/subjects/export");
                if (changes && security.equals("[{\"adminToken\":[]}]")) {
                    assertThat(send(VIEWER, method.toUpperCase(Locale.ROOT), path, "{}")
                                    .statusCode())
                            .as(method + " " + path)
                            .isEqualTo(403);
                    tried.add(method + " " + path);
                }
            }
        }
        assertThat(tried)
                .contains(
                        "put /api/v1/policies",
                        "post /api/v1/policies/rollback",
                        "put /api/v1/policies/mode",
                        "put /api/v1/policies/overrides",
                        "delete /api/v1/policies/overrides",
                        "post /api/v1/policies/reset",
                        "delete /api/v1/subjects",
                        "delete /api/v1/rate-limit/reset",
                        "put /api/v1/guard/blocks",
                        "delete /api/v1/guard/blocks",
                        "delete /api/v1/guard/locks",
                        "post /api/v1/api-keys",
                        "post /api/v1/api-keys/revoke");
    }

    @Test
    void theViewTokenSeesAndExplainsAndDoesNotCheck() throws Exception {
        assertThat(json(VIEWER, "GET", "/api/v1/me", "").path("may").toString()).isEqualTo("[\"view\"]");
        assertThat(json(ADMIN, "GET", "/api/v1/me", "").path("may").toString()).isEqualTo("[\"view\",\"change\"]");
        String described = "{\"method\":\"GET\",\"path\":\"/\"}";
        assertThat(send(VIEWER, "POST", "/api/v1/rate-limit/explain", described).statusCode())
                .isEqualTo(200);
        assertThat(send(VIEWER, "POST", "/api/v1/rate-limit/evaluate", described)
                        .statusCode())
                .isEqualTo(401);
        assertThat(send(VIEWER, "GET", "/api/v1/rate-limit/check?key=a", "").statusCode())
                .isEqualTo(401);
    }

    @Test
    void aPolicyIsCheckedWithoutPushingIt() throws Exception {
        String policy =
                "rules:\n  - {name: a, per: user, limit: 5/s}\n  - {name: b, per: ip, limit: 1/s, mode: shadow}\n";
        long version =
                json(ADMIN, "PUT", "/api/v1/policies", policy).path("version").asLong();
        String next = "rules:\n  - {name: a, per: user, limit: 9/s}\n  - {name: c, per: ip, limit: 1/s}\n";
        JsonNode found = json(VIEWER, "POST", "/api/v1/policies/check", next);
        assertThat(found.path("base").asLong()).isEqualTo(version);
        assertThat(found.path("changes").toString())
                .isEqualTo(
                        "[{\"rule\":\"a\",\"kind\":\"changed\",\"words\":[{\"word\":\"limit\",\"before\":\"5/s\",\"after\":\"9/s\"}],\"effect\":\"used"
                                + " permits stay used; a full bucket comes back after the same time\"},"
                                + "{\"rule\":\"c\",\"kind\":\"added\",\"words\":[{\"word\":\"per\",\"before\":\"\",\"after\":\"ip\"},"
                                + "{\"word\":\"limit\",\"before\":\"\",\"after\":\"1/s\"},{\"word\":\"mode\",\"before\":\"\",\"after\":\"enforce\"}],\"effect\":\"counts"
                                + " from the next request on; nothing is used yet\"},"
                                + "{\"rule\":\"b\",\"kind\":\"removed\",\"words\":[{\"word\":\"per\",\"before\":\"ip\",\"after\":\"\"},"
                                + "{\"word\":\"limit\",\"before\":\"1/s\",\"after\":\"\"},{\"word\":\"mode\",\"before\":\"shadow\",\"after\":\"\"}],\"effect\":\"no"
                                + " longer counts or denies anything\"}]");
        JsonNode wrong =
                json(VIEWER, "POST", "/api/v1/policies/check", "rules:\n  - {name: a, per: user, limit: often}\n");
        assertThat(wrong.path("valid").asBoolean()).isFalse();
        assertThat(wrong.path("mistakes").get(0).path("line").asInt()).isEqualTo(2);
        JsonNode rules = json(VIEWER, "GET", "/api/v1/rules", "");
        assertThat(rules.path("version").asLong()).isEqualTo(version);
        JsonNode second = rules.path("rules").get(1);
        assertThat(second.path("name").asString()).isEqualTo("b");
        assertThat(second.path("file").asString()).isEqualTo("policy.yml");
        assertThat(second.path("line").asInt()).isEqualTo(3);
        JsonNode old = json(VIEWER, "GET", "/api/v1/policies/versions?version=" + version, "");
        assertThat(old.path("files").get(0).path("text").asString()).isEqualTo(policy);
    }

    /** The last test, because it stops the service. */
    @AfterAll
    static void theTwentyFirstViewerIsToldAndStoppingDoesNotWaitForViewers() throws Exception {
        HttpRequest live = request(VIEWER, "GET", "/api/v1/live", "");
        List<InputStream> viewers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            viewers.add(CLIENT.send(live, BodyHandlers.ofInputStream()).body());
        }
        documented("/api/v1/live").compare("GET", "", CLIENT.send(live, BodyHandlers.ofString()), 503);
        SERVICE.close();
        for (InputStream viewer : viewers) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(viewer, StandardCharsets.UTF_8));
            assertThat(lines.lines().toList()).contains("event: second", "event: bye");
        }
    }
}
