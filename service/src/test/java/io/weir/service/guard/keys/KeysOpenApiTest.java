package io.weir.service.guard.keys;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.guard.GuardedService;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document says what the calls about keys do: every documented answer is provoked and compared. */
final class KeysOpenApiTest {

    private static final String PATH = "/api/v1/api-keys";
    private static final String UNKNOWN = "{\"id\":\"key_0000000000000000\"}";
    private static final List<String> CHANGES = List.of("/rotate", "/revoke", "/disable", "/enable", "/update");

    private final Set<String> provoked = new TreeSet<>();

    @Test
    void everyDocumentedAnswerIsGiven(@TempDir Path folder) throws Exception {
        try (GuardedService service = GuardedService.in(folder)) {
            JsonNode document = document(service);
            Calls calls = new Calls(service, document, GuardedService.ADMIN);
            calls.provoke("POST", "", "{\"owner\":\"a\"}", 201);
            calls.provoke("POST", "", "{\"owner\":\"a\"}", 409);
            calls.provoke("POST", "", "{}", 400);
            calls.provoke("GET", "?owner=a&state=active&limit=5&after=key_0", "", 200);
            calls.provoke("GET", "?limit=0", "", 400);
            String id = service.create("{\"owner\":\"b\",\"tier\":\"t\",\"expires\":\"never\"}")
                    .path("id")
                    .asString();
            String named = "{\"id\":\"" + id + "\"}";
            calls.provoke("GET", "/show?id=" + id, "", 200);
            calls.provoke("GET", "/usage?id=" + id, "", 200);
            for (String shown : List.of("/show", "/usage")) {
                calls.provoke("GET", shown, "", 400);
                calls.provoke("GET", shown + "?id=key_0", "", 404);
            }
            for (String change : CHANGES) {
                calls.provoke("POST", change, "{}", 400);
                calls.provoke("POST", change, UNKNOWN, 404);
                calls.provoke("POST", change, "x".repeat(16_001), 413);
            }
            for (String change : List.of("/rotate?by=ann&reason=why", "/disable", "/enable", "/update", "/revoke")) {
                calls.provoke("POST", change, named, 200);
            }
            for (String change : List.of("/rotate", "/disable", "/enable", "/update")) {
                calls.provoke("POST", change, named, 409);
            }
            String line = "{\"owner\":\"c\",\"key\":\"0123456789abcdef0123\"}";
            calls.provoke("POST", "/import", line, 200);
            calls.provoke("POST", "/import", line, 409);
            calls.provoke("POST", "/import", "", 400);
            calls.provoke("POST", "/import", " ".repeat(4_000_001), 413);
            calls.provoke("POST", "", "x".repeat(16_001), 413);
            calls.provoke("POST", "/verify", "{\"key\":\"0123456789abcdef0123\",\"ip\":\"192.0.2.1\"}", 200);
            calls.provoke("POST", "/verify", "{\"key\":\"x\"}", 200);
            calls.provoke("POST", "/verify", "{}", 400);
            calls.provoke("POST", "/verify", "x".repeat(16_001), 413);
            refusals(new Calls(service, document, "wrong"), 401);
            withoutDatabase(document);
            assertThat(provoked).isEqualTo(documented(document));
        }
    }

    private static JsonNode document(GuardedService service) throws Exception {
        return GuardedService.json(service.send(GuardedService.ADMIN, "GET", "/openapi.json", ""));
    }

    private void withoutDatabase(JsonNode document) throws Exception {
        Access access = new Access(GuardedService.ADMIN, Optional.of(GuardedService.CHECKER));
        try (WeirService service = WeirService.start(new ServiceSettings(0, "127.0.0.1", access))) {
            refusals(new Calls(GuardedService.of(service), document, GuardedService.ADMIN), 503);
        }
    }

    /** Makes every call, and all with the same answer. */
    private void refusals(Calls calls, int status) throws Exception {
        calls.provoke("GET", "", "", status);
        calls.provoke("POST", "", "{\"owner\":\"a\"}", status);
        calls.provoke("GET", "/show?id=a", "", status);
        calls.provoke("GET", "/usage?id=a", "", status);
        for (String change : CHANGES) {
            calls.provoke("POST", change, UNKNOWN, status);
        }
        calls.provoke("POST", "/import", "{\"owner\":\"c\",\"key\":\"0123456789abcdef0123\"}", status);
        calls.provoke("POST", "/verify", "{\"key\":\"x\"}", status);
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

        private final GuardedService service;
        private final JsonNode document;
        private final String token;

        Calls(GuardedService service, JsonNode document, String token) {
            this.service = service;
            this.document = document;
            this.token = token;
        }

        void provoke(String method, String below, String body, int status) throws Exception {
            HttpResponse<String> response = service.send(token, method, PATH + below, body);
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

        private void compare(JsonNode documented, HttpResponse<String> response, String call) {
            String type = response.headers().firstValue("Content-Type").orElseThrow();
            ObjectNode schema = (ObjectNode)
                    documented.path("content").path(type).path("schema").deepCopy();
            schema.set("components", document.path("components"));
            assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(schema)
                            .validate(GuardedService.json(response)))
                    .as(call)
                    .isEmpty();
        }
    }
}
