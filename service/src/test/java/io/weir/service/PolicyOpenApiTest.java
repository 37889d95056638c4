package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.Calls;
import io.weir.service.access.Access;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The calls on policies behave as the OpenAPI document says: this test provokes and compares every documented answer. */
final class PolicyOpenApiTest {

    private static final String PATH = "/api/v1/policies";
    private static final String YAML = "rules:\n  - {name: a, per: user, limit: %s}\n";
    private static final String OVERRIDE = "{\"subject\":\"user:1\",\"limit\":\"1/s\",\"for\":\"1h\",\"rule\":\"a\"}";

    @TempDir
    private Path folder;

    @Test
    void everyDocumentedAnswerIsGiven() throws Exception {
        Access access = new Access("admin-secret", Optional.of("check-secret"));
        try (WeirService service = WeirService.start(new ServiceSettings(0, "127.0.0.1", access))) {
            DocumentedAnswers answers = answers(service);
            PolicyCalls calls = new PolicyCalls(service, answers);
            calls.provoke("GET", "", "", 200);
            calls.provoke("PUT", "?by=oncall&reason=why", YAML.formatted("1/s"), 200);
            calls.provoke("PUT", "", YAML.formatted("2/s"), 200);
            calls.provoke("PUT", "", YAML.formatted("often"), 400);
            calls.announceTooMuch("PUT", "");
            calls.provoke("PUT", "/mode", "{\"mode\":\"shadow\"}", 200);
            calls.provoke("PUT", "/mode", "{\"mode\":\"off\",\"rule\":\"a\"}", 200);
            calls.provoke("PUT", "/mode", "{}", 400);
            calls.provoke("PUT", "/overrides?reason=why", OVERRIDE, 200);
            calls.provoke("PUT", "/overrides", "{}", 400);
            calls.provoke("GET", "", "", 200);
            calls.provoke("GET", "?x", "", 400);
            calls.provoke("DELETE", "/overrides?subject=user:1&rule=a", "", 200);
            calls.provoke("DELETE", "/overrides?subject=user:1&rule=a", "", 400);
            calls.provoke("POST", "/rollback", "{\"to\":1}", 200);
            calls.provoke("POST", "/rollback", "{\"to\":99}", 400);
            calls.provoke("POST", "/reset", "{\"subject\":\"user:1\"}", 204);
            calls.provoke("POST", "/reset", "{}", 400);
            calls.provoke("GET", "/history", "", 200);
            calls.provoke("GET", "/history?x", "", 400);
            calls.provoke("GET", "/versions?version=1", "", 200);
            calls.provoke("GET", "/versions?version=999", "", 404);
            calls.provoke("GET", "/versions?version=x", "", 400);
            calls.provoke("POST", "/check", YAML.formatted("3/s"), 200);
            calls.provoke("POST", "/check", YAML.formatted("often"), 200);
            calls.provoke("POST", "/check?x", YAML.formatted("3/s"), 400);
            calls.checkUntilRejected();
            calls.announceTooMuch("POST", "/check");
            calls.expected = "\"1\"";
            calls.provoke("PUT", "", YAML.formatted("3/s"), 409);
            calls.provoke("PUT", "/mode", "{\"mode\":\"off\"}", 409);
            calls.provoke("PUT", "/overrides", OVERRIDE, 409);
            calls.provoke("DELETE", "/overrides?subject=user:1&rule=a", "", 409);
            calls.provoke("POST", "/rollback", "", 409);
            calls.token = "check-secret";
            calls.provoke("GET", "", "", 401);
            calls.provoke("PUT", "", YAML.formatted("3/s"), 401);
            calls.provoke("GET", "/history", "", 401);
            calls.provoke("GET", "/versions?version=1", "", 401);
            calls.provoke("POST", "/check", "", 401);
            calls.provoke("POST", "/rollback", "", 401);
            calls.provoke("PUT", "/mode", "{}", 401);
            calls.provoke("PUT", "/overrides", "{}", 401);
            calls.provoke("DELETE", "/overrides", "", 401);
            calls.provoke("POST", "/reset", "{}", 401);
            withoutRedis(access, answers);
            answers.assertAllProvoked();
        }
    }

    private static DocumentedAnswers answers(WeirService service) throws Exception {
        String document =
                new Calls(service.port()).send("GET", "/openapi.json", "").body();
        return new DocumentedAnswers(JsonMapper.shared().readTree(document), PATH);
    }

    private void withoutRedis(Access access, DocumentedAnswers answers) throws Exception {
        ServiceSettings settings = new ServiceSettings(0, "127.0.0.1", access)
                .withStore(StoreSettings.redis("redis://127.0.0.1:1?timeout=100ms"))
                .withPolicy(new PolicySettings(
                        Optional.of(Files.writeString(folder.resolve("seed.yml"), YAML.formatted("9/s"))),
                        PolicySettings.Source.DOCUMENT,
                        Optional.empty()));
        try (WeirService service = WeirService.start(settings)) {
            PolicyCalls calls = new PolicyCalls(service, answers);
            calls.provoke("GET", "", "", 200);
            calls.provoke("PUT", "", YAML.formatted("1/s"), 503);
            calls.provoke("PUT", "/mode", "{\"mode\":\"shadow\"}", 503);
            calls.provoke("PUT", "/mode", "{\"mode\":\"off\"}", 200);
            calls.provoke("PUT", "/overrides", OVERRIDE, 503);
            calls.provoke("DELETE", "/overrides?subject=user:1", "", 503);
            calls.provoke("POST", "/rollback", "", 503);
            calls.provoke("POST", "/reset", "{\"subject\":\"user:1\"}", 503);
        }
    }

    /** PolicyCalls on a running service, each compared with the document. */
    private static final class PolicyCalls {

        private final HttpClient client = HttpClient.newHttpClient();
        private final WeirService service;
        private final DocumentedAnswers answers;
        private String token = "admin-secret";
        private String expected = "*";

        PolicyCalls(WeirService service, DocumentedAnswers answers) {
            this.service = service;
            this.answers = answers;
        }

        void provoke(String method, String below, String body, int status) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + service.port() + PATH + below))
                    .header("Authorization", "Bearer " + token)
                    .header("If-Match", expected)
                    .header("Content-Type", "application/yaml")
                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                    .build();
            answers.compare(method, below, client.send(request, HttpResponse.BodyHandlers.ofString()), status);
        }

        /** Checks policies until there are too many. */
        void checkUntilRejected() throws Exception {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + service.port() + PATH + "/check"))
                    .header("Authorization", "Bearer " + token)
                    .header("Content-Type", "application/yaml")
                    .POST(HttpRequest.BodyPublishers.ofString(YAML.formatted("3/s")))
                    .build();
            HttpResponse<String> response;
            do {
                response = client.send(request, HttpResponse.BodyHandlers.ofString());
            } while (response.statusCode() == 200);
            answers.compare("POST", "/check", response, 429);
        }

        /** Announces a body that is too long, and is answered before it sends any of it. */
        void announceTooMuch(String method, String below) throws Exception {
            String head = method + " " + PATH + below + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                    + "\r\nContent-Length: 4000001\r\n\r\n";
            try (Socket socket = new RawHttp(service).connect()) {
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                BufferedReader answer =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                assertThat(answer.readLine()).startsWith("HTTP/1.1 413 ");
            }
            answers.provoked(method, below, 413);
        }
    }
}
