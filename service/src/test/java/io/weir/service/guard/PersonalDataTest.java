package io.weir.service.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.guard.pseudonym.Pseudonyms;
import io.weir.service.DocumentedAnswers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One call shows, and one erases, all that the service keeps of a person, wherever it is kept. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PersonalDataTest {

    private static final String SUBJECTS = "/api/v1/subjects";
    private static final String POLICY = """
            guard: {login: {path: /login}}
            rules:
              - {name: users, per: user, limit: 2/h}
              - {name: both, per: [user, ip], limit: 9/h}
            """;
    private static final String PERSON =
            "{\"subjects\":[\"user:42\",\"account:Ann@example.com\",\"ip:192.0.2.9\",\"owner:ann\"]}";

    private final GuardedService service;
    private final DocumentedAnswers answers;

    PersonalDataTest(@TempDir Path folder) throws Exception {
        service = GuardedService.in(folder);
        answers = new DocumentedAnswers(
                GuardedService.json(service.send(GuardedService.ADMIN, "GET", "/openapi.json", "")), SUBJECTS);
        admin("PUT", "/api/v1/policies", POLICY, 200, "Content-Type", "application/yaml");
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private HttpResponse<String> admin(String method, String target, String body, int status, String... headers)
            throws Exception {
        HttpResponse<String> response = service.send(GuardedService.ADMIN, method, target, body, headers);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        return response;
    }

    private JsonNode call(String below, String body) throws Exception {
        HttpResponse<String> response =
                service.send(GuardedService.ADMIN, "POST", SUBJECTS + below + "?by=dpo&reason=T-1", body);
        answers.compare("POST", below, response, 200);
        return GuardedService.json(response).path("subjects");
    }

    private int request() throws Exception {
        return service.send(
                        GuardedService.CHECKER,
                        "POST",
                        "/api/v1/rate-limit/evaluate",
                        "{\"method\":\"GET\",\"path\":\"/\",\"user\":\"42\",\"ip\":\"192.0.2.9\"}")
                .statusCode();
    }

    private void failToLogIn(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            HttpResponse<String> attempt = admin(
                    "POST",
                    "/api/v1/guard/logins",
                    "{\"account\":\"ann@example.com\",\"ip\":\"192.0.2.9\",\"challengePassed\":true}",
                    200);
            admin(
                    "POST",
                    "/api/v1/guard/logins/outcome",
                    "{\"attempt\":\""
                            + GuardedService.json(attempt).path("attempt").asString() + "\",\"outcome\":\"failure\"}",
                    200);
        }
    }

    private void leaveTracesEverywhere() throws Exception {
        failToLogIn(5);
        admin("PUT", "/api/v1/policies/overrides", "{\"subject\":\"user:42\",\"limit\":\"1/h\",\"for\":\"1h\"}", 200);
        assertThat(request()).isEqualTo(200);
        assertThat(request()).isEqualTo(429);
        service.create("{\"owner\":\"ann\",\"name\":\"Ann's\"}");
        admin("PUT", "/api/v1/guard/blocks", "{\"subject\":\"user:42\",\"for\":\"1h\",\"reason\":\"a test\"}", 200);
        assertThat(request()).isEqualTo(403);
    }

    @Test
    void allThatIsKeptOfAPersonIsShownAndErased() throws Exception {
        leaveTracesEverywhere();
        await().until(() -> call("/export", PERSON).toString().contains("lock.begun"));
        JsonNode kept = call("/export", PERSON);
        JsonNode user = kept.get(0);
        assertThat(user.path("counters").get(0).path("remaining").asInt()).isZero();
        assertThat(user.path("denials").get(0).path("rule").asString()).isEqualTo("users");
        assertThat(user.path("blocks").get(0).path("reason").asString()).isEqualTo("a test");
        assertThat(user.path("overrides").get(0).path("limit").asString()).isEqualTo("1/h");
        assertThat(user.path("together").get(0).asString()).isEqualTo("both");
        assertThat(user.path("audit").toString()).contains("block.made");
        assertThat(kept.get(1).path("locks").get(0).asString()).isEqualTo("login-lock");
        assertThat(kept.get(1).path("audit").toString()).contains("login.failed");
        assertThat(kept.get(2).path("audit").toString()).contains("login.failed", "192.0.2.0/24");
        assertThat(kept.get(3).path("keys").get(0).path("name").asString()).isEqualTo("Ann's");
        assertThat(kept.get(3).path("audit").toString()).contains("key.created");

        JsonNode erased = call("/erase", PERSON);
        assertThat(erased.get(0).path("blocks").asInt()).isEqualTo(1);
        assertThat(erased.get(0).path("overrides").asInt()).isEqualTo(1);
        assertThat(erased.get(0).path("denials").asInt()).isEqualTo(1);
        assertThat(erased.get(1).path("sources").asInt()).isEqualTo(1);
        assertThat(erased.get(3).path("keys")).hasSize(1);

        JsonNode left = call("/export", PERSON);
        assertThat(left.get(0).path("counters").get(0).path("remaining").asInt())
                .isEqualTo(2);
        assertThat(left.get(0).path("denials")).isEmpty();
        assertThat(left.get(0).path("blocks")).isEmpty();
        assertThat(left.get(0).path("overrides")).isEmpty();
        assertThat(left.get(1).path("locks")).isEmpty();
        assertThat(left.get(3).path("keys")).isEmpty();
        failToLogIn(1);
        assertThat(request()).isEqualTo(200);
        await().until(() ->
                call("/export", PERSON).get(0).path("audit").toString().contains("subject.erased"));
        String rows = admin("GET", "/api/v1/audit?kind=subject.erased", "", 200).body();
        assertThat(rows).contains("\"dpo\"", "T-1").doesNotContain("user:42", "nn@example.com", "192.0.2.9");
    }

    @Test
    void nothingIsDoneIfOneNameIsWrong() throws Exception {
        for (String names :
                new String[] {"[]", "[\"user:7\",\"usr:7\"]", "[\"user:7\",\"\"]", "[\"account:a\",\"device:7\"]"}) {
            HttpResponse<String> refused = admin("POST", SUBJECTS + "/erase", "{\"subjects\":" + names + "}", 400);
            assertThat(GuardedService.json(refused).path("field").asString()).isEqualTo("subjects");
        }
        assertThat(service.send(GuardedService.CHECKER, "POST", SUBJECTS + "/erase", PERSON)
                        .statusCode())
                .isEqualTo(401);
        assertThat(admin("GET", "/api/v1/audit", "", 200).body()).doesNotContain("T-2");
    }

    @Test
    void aQuartersPseudonymsEndWithItsKey() throws Exception {
        String quarter = Pseudonyms.quarter(Instant.now());
        admin("DELETE", SUBJECTS + "?subject=user:77", "", 204);
        String person = "{\"subjects\":[\"user:77\"]}";
        await().until(() -> call("/export", person).toString().contains("policy.reset"));
        admin("POST", "/api/v1/audit/forget?quarter=" + quarter + "&by=dpo", "", 204);
        assertThat(call("/export", person).toString()).doesNotContain("policy.reset");
        assertThat(admin("GET", "/api/v1/audit?kind=audit.erased", "", 200).body())
                .contains(quarter, "dpo");
        assertThat(admin("GET", "/api/v1/audit/verify", "", 200).body()).contains("\"ok\":true");
        admin("POST", "/api/v1/audit/forget?quarter=1999Q1", "", 404);
        admin("POST", "/api/v1/audit/forget?quarter=2026", "", 400);
    }
}
