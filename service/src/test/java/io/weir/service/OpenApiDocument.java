package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document of a running service, and which of its answers a test has provoked. */
public final class OpenApiDocument {

    private final JsonNode document;
    private final Set<String> provoked = new TreeSet<>();

    private OpenApiDocument(JsonNode document) {
        this.document = document;
    }

    public static OpenApiDocument of(WeirService service) throws Exception {
        URI place = URI.create("http://127.0.0.1:" + service.port() + "/openapi.json");
        HttpResponse<String> found = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(place).build(), HttpResponse.BodyHandlers.ofString());
        return new OpenApiDocument(JsonMapper.shared().readTree(found.body()));
    }

    /** Compares the answer to a call with what the document says of the path, the method and the expected status. */
    public void compare(String method, String target, HttpResponse<String> response, int status) {
        String call = method + " " + target;
        assertThat(response.statusCode()).as(call + ": " + response.body()).isEqualTo(status);
        String path = target.split("\\?", 2)[0];
        note(method, path, status);
        JsonNode answer = document.path("paths")
                .path(path)
                .path(method.toLowerCase(Locale.ROOT))
                .path("responses")
                .path(Integer.toString(status));
        compareBody(
                answer.has("$ref") ? document.at(answer.path("$ref").asString().substring(1)) : answer, response, call);
    }

    private void compareBody(JsonNode documented, HttpResponse<String> response, String call) {
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

    /** Takes note of an answer that was provoked otherwise. */
    void note(String method, String path, int status) {
        provoked.add(path + " " + method.toLowerCase(Locale.ROOT) + " " + status);
    }

    /** Whether each answer of the paths that begin like this was provoked, but those of the front door, as OpenApiTest does. */
    public void requireAllProvoked(String path) {
        Set<String> documented = new TreeSet<>();
        document.path("paths")
                .forEachEntry((each, operations) -> operations.forEachEntry((method, operation) -> operation
                        .path("responses")
                        .forEachEntry((status, response) -> documented.add(each + " " + method + " " + status))));
        documented.removeIf(answer -> !answer.startsWith(path) || answer.matches(".* (403|414|421|431)"));
        assertThat(provoked).isEqualTo(documented);
    }
}
