package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
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
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document says what the calls on policies do: every documented answer is provoked and compared. */
final class PolicyOpenApiTest {

    private static final String PATH = "/api/v1/policies";
    private static final String YAML = "rules:\n  - {name: a, per: user, limit: %s}\n";
    private static final String OVERRIDE = "{\"subject\":\"user:1\",\"limit\":\"1/s\",\"for\":\"1h\",\"rule\":\"a\"}";

    @TempDir
    private Path folder;

    private final Set<String> provoked = new TreeSet<>();

    @Test
    void everyDocumentedAnswerIsGiven() throws Exception {
        Access access = new Access("admin-secret", Optional.of("check-secret"));
        try (WeirService service = WeirService.start(new ServiceSettings(0, "127.0.0.1", access))) {
            Calls calls = new Calls(service.port());
            calls.provoke("GET", "", "", 200);
            calls.provoke("PUT", "?by=oncall&reason=why", YAML.formatted("1/s"), 200);
            calls.provoke("PUT", "", YAML.formatted("2/s"), 200);
            calls.provoke("PUT", "", YAML.formatted("often"), 400);
            calls.announceTooMuch(service);
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
            calls.provoke("POST", "/rollback", "", 401);
            calls.provoke("PUT", "/mode", "{}", 401);
            calls.provoke("PUT", "/overrides", "{}", 401);
            calls.provoke("DELETE", "/overrides", "", 401);
            calls.provoke("POST", "/reset", "{}", 401);
            withoutRedis(access);
            assertThat(provoked).isEqualTo(documented(calls.document));
        }
    }

    private void withoutRedis(Access access) throws Exception {
        ServiceSettings settings = new ServiceSettings(0, "127.0.0.1", access)
                .withStore(StoreSettings.redis("redis://127.0.0.1:1?timeout=100ms"))
                .withPolicy(new PolicySettings(
                        Optional.of(Files.writeString(folder.resolve("seed.yml"), YAML.formatted("9/s"))),
                        PolicySettings.Source.DOCUMENT,
                        Optional.empty()));
        try (WeirService service = WeirService.start(settings)) {
            Calls calls = new Calls(service.port());
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

    private static Set<String> documented(JsonNode document) {
        Set<String> documented = new TreeSet<>();
        document.path("paths")
                .forEachEntry((path, operations) -> operations.forEachEntry((method, operation) -> operation
                        .path("responses")
                        .forEachEntry((status, response) -> documented.add(path + " " + method + " " + status))));
        // OpenApiTest provokes what the front door says.
        documented.removeIf(answer -> !answer.startsWith(PATH) || answer.matches(".* (403|414|421|431)"));
        return documented;
    }

    /** Calls on a running service, each compared with the document. */
    private final class Calls {

        private final HttpClient client = HttpClient.newHttpClient();
        private final int port;
        private final JsonNode document;
        private String token = "admin-secret";
        private String expected = "*";

        Calls(int port) throws Exception {
            this.port = port;
            this.document = JsonMapper.shared()
                    .readTree(send(request("/openapi.json").GET().build()).body());
        }

        private HttpRequest.Builder request(String target) {
            return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target));
        }

        private HttpResponse<String> send(HttpRequest request) throws Exception {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }

        void provoke(String method, String below, String body, int status) throws Exception {
            HttpResponse<String> response = send(request(PATH + below)
                    .header("Authorization", "Bearer " + token)
                    .header("If-Match", expected)
                    .header("Content-Type", "application/yaml")
                    .method(method, HttpRequest.BodyPublishers.ofString(body))
                    .build());
            String call = method + " " + below;
            assertThat(response.statusCode()).as(call + ": " + response.body()).isEqualTo(status);
            String path = PATH + below.split("\\?", 2)[0];
            provoked.add(path + " " + method.toLowerCase(Locale.ROOT) + " " + status);
            JsonNode answer = document.path("paths")
                    .path(path)
                    .path(method.toLowerCase(Locale.ROOT))
                    .path("responses")
                    .path(Integer.toString(status));
            compare(
                    answer.has("$ref")
                            ? document.at(answer.path("$ref").asString().substring(1))
                            : answer,
                    response,
                    call);
        }

        /** Says how long the body is going to be, and is answered before it sends any. */
        void announceTooMuch(WeirService service) throws Exception {
            String head = "PUT " + PATH + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
                    + "\r\nContent-Length: 4000001\r\n\r\n";
            try (Socket socket = new RawHttp(service).connect()) {
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                BufferedReader answer =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                assertThat(answer.readLine()).startsWith("HTTP/1.1 413 ");
            }
            provoked.add(PATH + " put 413");
        }

        private void compare(JsonNode documented, HttpResponse<String> response, String call) {
            if (!documented.has("content")) {
                assertThat(response.body()).as(call).isEmpty();
                return;
            }
            String type = response.headers().firstValue("Content-Type").orElseThrow();
            ObjectNode schema = (ObjectNode)
                    documented.path("content").path(type).path("schema").deepCopy();
            schema.set("components", document.path("components"));
            assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(schema)
                            .validate(JsonMapper.shared().readTree(response.body())))
                    .as(call)
                    .isEmpty();
        }
    }
}
