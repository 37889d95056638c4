package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The answers that the OpenAPI document has for the calls below a path, and those that a test has provoked. */
public final class DocumentedAnswers {

    /** OpenApiTest provokes these rejections of the front door for every call. */
    private static final String FRONT_DOOR = ".* (403|414|421|431)";

    private final JsonNode document;
    private final String path;
    private final Set<String> provoked = new TreeSet<>();

    public DocumentedAnswers(JsonNode document, String path) {
        this.document = document;
        this.path = path;
    }

    /** Fails unless the response has this status and is as documented; counts the answer as provoked. */
    public void compare(String method, String below, HttpResponse<String> response, int status) {
        String call = method + " " + below;
        assertThat(response.statusCode()).as(call + ": " + response.body()).isEqualTo(status);
        provoked(method, below, status);
        JsonNode answer = document.path("paths")
                .path(path + below.split("\\?", 2)[0])
                .path(method.toLowerCase(Locale.ROOT))
                .path("responses")
                .path(Integer.toString(status));
        compareBody(
                answer.has("$ref") ? document.at(answer.path("$ref").asString().substring(1)) : answer, response, call);
    }

    void provoked(String method, String below, int status) {
        provoked.add(path + below.split("\\?", 2)[0] + " " + method.toLowerCase(Locale.ROOT) + " " + status);
    }

    private void compareBody(JsonNode answer, HttpResponse<String> response, String call) {
        if (!answer.has("content")) {
            assertThat(response.body()).as(call).isEmpty();
            return;
        }
        String type = response.headers().firstValue("Content-Type").orElseThrow();
        ObjectNode schema =
                (ObjectNode) answer.path("content").path(type).path("schema").deepCopy();
        schema.set("components", document.path("components"));
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(schema)
                        .validate(JsonMapper.shared().readTree(response.body())))
                .as(call)
                .isEmpty();
    }

    public void assertAllProvoked() {
        Set<String> documented = new TreeSet<>();
        document.path("paths")
                .forEachEntry((each, operations) -> operations.forEachEntry((method, operation) -> operation
                        .path("responses")
                        .forEachEntry((status, response) -> documented.add(each + " " + method + " " + status))));
        documented.removeIf(answer -> !answer.startsWith(path) || answer.matches(FRONT_DOOR));
        assertThat(provoked).isEqualTo(documented);
    }
}
