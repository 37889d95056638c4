package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.blackbox.Calls;
import io.weir.limit.Limit;
import io.weir.policy.Policy;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.PolicyReader;
import io.weir.service.access.Access;
import io.weir.service.envoy.EnvoySettings;
import io.weir.store.OnFailure;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The service behaves as its OpenAPI document says: these tests provoke and compare every documented answer. */
final class OpenApiTest {

    // A field keeps the client reachable; an unreachable client may be closed while it connects.
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Access ACCESS = new Access("admin-secret", Optional.of("check-secret"));
    private static final WeirService SERVICE = WeirService.start(
            new ServiceSettings(0, "127.0.0.1", ACCESS)
                    .withFront(FrontSettings.ofHeap().withHosts(Set.of("localhost"))),
            Optional.of(
                    envoy("domain: shop\ndescriptors: [{key: k, rate_limit: {unit: year, requests_per_unit: 1}}]")));

    /** A service without a store. It is closed with the other one, because services in one process share their threads. */
    private static final WeirService ALONE = WeirService.start(
            new ServiceSettings(0, "127.0.0.1", new Access(Calls.ADMIN, Optional.empty()))
                    .withStore(unreachableRedis().withClosedStatus(HttpResponseStatus.SERVICE_UNAVAILABLE)),
            Optional.of(envoy("")));

    /** The statuses of requests that are rejected before they reach a call; every call has them. */
    private static final Set<String> FRONT_DOOR = Set.of("403", "414", "421", "431");

    private static final Set<String> PROVOKED = new TreeSet<>();

    @AfterAll
    static void everyDocumentedAnswerWasProvoked() throws Exception {
        Set<String> documented = new TreeSet<>();
        document()
                .path("paths")
                .forEachEntry((path, operations) -> operations.forEachEntry((method, operation) -> operation
                        .path("responses")
                        .forEachEntry((status, response) -> documented.add(path + " " + status))));
        // Other tests provoke these: PolicyOpenApiTest, KeysOpenApiTest, AuditApiTest, DashboardApiTest, and the test
        // of FRONT_DOOR.
        documented.removeIf(answer -> answer.startsWith("/api/v1/policies"));
        documented.removeIf(answer -> answer.startsWith("/api/v1/api-keys"));
        documented.removeIf(answer -> answer.startsWith("/api/v1/audit"));
        documented.removeIf(answer -> answer.startsWith("/api/v1/guard"));
        documented.removeIf(answer -> answer.matches("/api/v1/(me|rules|live|simulate)[ /].*"));
        // SharedDatabaseTest provokes it, with a database that is away.
        documented.remove("/api/v1/subjects/export 503");
        documented.removeIf(answer -> FRONT_DOOR.contains(answer.substring(answer.length() - 3)));
        SERVICE.close();
        ALONE.close();
        assertThat(PROVOKED).isEqualTo(documented);
    }

    private static StoreSettings unreachableRedis() {
        try (RedisServer redis = RedisServer.start()) {
            return StoreSettings.redis(redis.uri());
        }
    }

    private static EnvoySettings envoy(String file) {
        try {
            Path folder = Files.createTempDirectory("weir-envoy");
            if (!file.isEmpty()) {
                Files.writeString(folder.resolve("domain.yaml"), file);
            }
            return new EnvoySettings(folder, "127.0.0.1", 0, false, ACCESS::mayCheck);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static HttpResponse<String> send(String method, String target, String token) throws Exception {
        return send(method, target, token, BodyPublishers.noBody());
    }

    private static HttpResponse<String> send(String method, String target, String token, BodyPublisher body)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + SERVICE.port() + target))
                .method(method, body)
                .header("Authorization", "Bearer " + token)
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode document() throws Exception {
        HttpResponse<String> response = send("GET", "/openapi.json", "");
        assertThat(response.statusCode()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    @ParameterizedTest
    @CsvSource({
        "GET, check, ?key=a, check-secret, 200",
        "GET, check, ?key=a&algorithm=LEAKY_BUCKET&permits=7, check-secret, 200",
        "GET, check, ?key=a&algorithm=LEAKY_BUCKET, check-secret, 200",
        "GET, check, ?key=full&algorithm=FIXED_WINDOW&permits=100, check-secret, 200",
        "GET, check, ?key=full&algorithm=FIXED_WINDOW, check-secret, 429",
        "GET, check, ?key=, check-secret, 400",
        "GET, check, ?key=a, wrong, 401",
        "GET, remaining, ?key=a, check-secret, 200",
        "GET, remaining, ?key=a&permits=101, check-secret, 400",
        "GET, remaining, ?key=a, wrong, 401",
        "DELETE, reset, ?key=a, admin-secret, 204",
        "DELETE, reset, ?key=a&algorithm=x, admin-secret, 400",
        "DELETE, reset, ?key=a, check-secret, 401"
    })
    void answersAsDocumented(String method, String name, String query, String token, String status) throws Exception {
        String path = "/api/v1/rate-limit/" + name;
        assertDocumented(method, path, send(method, path + query, token), status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            evaluate       | {"method":"GET","path":"/","user":"a"}              | check-secret | 200
            evaluate       | {"method":"GET","path":"/","user":"b","permits":2}  | check-secret | 200
            evaluate       | {"method":"GET","path":"/","user":"b"}              | check-secret | 429
            evaluate       | {"method":"GET"}                                    | check-secret | 400
            evaluate       | {}                                                  | wrong        | 401
            evaluate       | LONG                                                | check-secret | 413
            explain        | {"method":"GET","path":"/","user":"b"}              | check-secret | 200
            explain        | {"key":"none"}                                      | check-secret | 200
            explain        | []                                                  | check-secret | 400
            explain        | {}                                                  | wrong        | 401
            explain        | LONG                                                | check-secret | 413
            evaluate/batch | {"requests":[{"method":"GET","path":"/","user":"b"},{"key":"a"}]} | check-secret | 200
            evaluate/batch | {"requests":[]}                                     | check-secret | 400
            evaluate/batch | {}                                                  | wrong        | 401
            evaluate/batch | LONG                                                | check-secret | 413
            evaluate       | {"method":"GET","path":"/","credentials":{"bearer":"t"}} | check-secret | 200
            settle         | {"receipt":"x","status":401}                        | check-secret | 400
            settle         | {}                                                  | wrong        | 401
            settle         | LONG                                                | check-secret | 413
            """)
    void bodiesAreAnsweredAsDocumented(String name, String body, String token, String status) throws Exception {
        SERVICE.gate().replace(Policy.of(Rule.of("users", Limit.parse("2/h")).per(CountBy.of(Dimension.Kind.USER))));
        String path = "/api/v1/rate-limit/" + name;
        String sent = body.equals("LONG") ? "x".repeat(1_100_000) : body;
        assertDocumented("POST", path, send("POST", path, token, BodyPublishers.ofString(sent)), status);
    }

    @ParameterizedTest
    @CsvSource({"?limit=3, admin-secret, 200", "?limit=0, admin-secret, 400", "'', check-secret, 401"})
    void theHottestSubjectsAreAsDocumented(String query, String token, String status) throws Exception {
        send("GET", "/api/v1/rate-limit/check?key=hot", "check-secret");
        String path = "/api/v1/subjects/top";
        assertDocumented("GET", path, send("GET", path + query, token), status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"domain":"shop","descriptors":[{"entries":[{"key":"k","value":"a"}]}],"hitsAddend":1} | check-secret | 200
            {"domain":"shop","descriptors":[{"entries":[{"key":"k","value":"a"}]}]}                | check-secret | 429
            {"domain":"shop"}                                                                      | check-secret | 400
            {}                                                                                     | wrong        | 401
            LONG                                                                                   | check-secret | 413
            """)
    void envoysCallsAreAnsweredAsDocumented(String body, String token, String status) throws Exception {
        String sent = body.equals("LONG") ? "x".repeat(300_000) : body;
        assertDocumented("POST", "/json", send("POST", "/json", token, BodyPublishers.ofString(sent)), status);
        assertDocumented("GET", "/healthcheck", send("GET", "/healthcheck", ""), "200");
    }

    @Test
    void theAnswerWithoutEnvoyFilesIsDocumented() throws Exception {
        String request = "{\"domain\":\"shop\",\"descriptors\":[{\"entries\":[{\"key\":\"k\",\"value\":\"a\"}]}]}";
        URI alone = URI.create("http://127.0.0.1:" + ALONE.port());
        HttpRequest asked = HttpRequest.newBuilder(alone.resolve("/json"))
                .header("Authorization", "Bearer check-secret")
                .POST(BodyPublishers.ofString(request))
                .build();
        HttpRequest health =
                HttpRequest.newBuilder(alone.resolve("/healthcheck")).build();
        assertDocumented("POST", "/json", CLIENT.send(asked, HttpResponse.BodyHandlers.ofString()), "500");
        assertDocumented("GET", "/healthcheck", CLIENT.send(health, HttpResponse.BodyHandlers.ofString()), "500");
    }

    @Test
    void rejectionsByTheFrontDoorAreDocumentedForEveryCall() throws Exception {
        RawHttp http = new RawHttp(SERVICE);
        document()
                .path("paths")
                .forEachEntry((path, operations) -> operations.forEachEntry((method, operation) -> {
                    String verb = method.toUpperCase(Locale.ROOT);
                    Set<String> statuses = new TreeSet<>();
                    statuses.add(status(http, verb, path, "Host: evil.example"));
                    statuses.add(status(http, verb, path, "Host: localhost\r\nSec-Fetch-Site: cross-site"));
                    statuses.add(status(http, verb, path + "?" + "x".repeat(5_000), "Host: localhost"));
                    statuses.add(status(http, verb, path, "Host: localhost\r\nX: " + "x".repeat(10_000)));
                    Set<String> documented = new TreeSet<>(FRONT_DOOR);
                    documented.removeIf(status -> !operation.path("responses").has(status));
                    statuses.retainAll(FRONT_DOOR);
                    if (!path.startsWith("/api/")) {
                        // Pages of other sites may call what is not below /api/; a 403 there is about the scope of a
                        // key.
                        documented.remove("403");
                    }
                    assertThat(statuses)
                            .as(verb + " " + path)
                            .isEqualTo(documented)
                            .hasSize(path.startsWith("/api/") ? 4 : 3);
                }));
    }

    private static String status(RawHttp http, String method, String target, String headers) {
        try {
            String head = method + " " + target + " HTTP/1.1\r\n" + headers + "\r\nConnection: close\r\n\r\n";
            return RawHttp.statuses(http.exchange(head)).get(0).toString();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Generated clients read an integer without a format as one of 32 bits, which overflows. */
    @Test
    void everyIntegerHasAFormat() throws Exception {
        List<JsonNode> integers = new ArrayList<>();
        collectIntegers(document(), integers);
        assertThat(integers).hasSizeGreaterThan(20).allMatch(integer -> integer.has("format"));
    }

    private static void collectIntegers(JsonNode node, List<JsonNode> integers) {
        if (node.path("type").toString().contains("\"integer\"")) {
            integers.add(node);
        }
        node.forEach(each -> collectIntegers(each, integers));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | ''       | ?subject=user:1                  | admin-secret | 200
            GET    | ''       | ''                               | admin-secret | 400
            GET    | ''       | ?subject=user:1                  | check-secret | 401
            DELETE | ''       | ?subject=user:1                  | admin-secret | 204
            DELETE | ''       | ''                               | admin-secret | 400
            DELETE | ''       | ?subject=user:1                  | check-secret | 401
            GET    | /denials | ?limit=100&names=shown&by=oncall | admin-secret | 200
            GET    | /denials | ?subject=key:hot                 | admin-secret | 200
            GET    | /denials | ?names=hidden                    | admin-secret | 400
            GET    | /denials | ''                               | check-secret | 401
            """)
    void subjectsAreAnsweredAsDocumented(String method, String below, String query, String token, String status)
            throws Exception {
        send("GET", "/api/v1/rate-limit/check?key=hot&permits=60", "check-secret");
        send("GET", "/api/v1/rate-limit/check?key=hot&permits=60", "check-secret");
        String path = "/api/v1/subjects" + below;
        assertDocumented(method, path, send(method, path + query, token), status);
    }

    @ParameterizedTest
    @ValueSource(strings = {"export", "erase"})
    void dataOfAPersonIsAnsweredAsDocumented(String below) throws Exception {
        String path = "/api/v1/subjects/" + below;
        String person = "{\"subjects\":[\"user:1\",\"account:ann\",\"owner:ann\"]}";
        for (String[] each : new String[][] {
            {person, "admin-secret", "200"},
            {"{}", "admin-secret", "400"},
            {person, "check-secret", "401"},
            {"x".repeat(20_000), "admin-secret", "413"}
        }) {
            assertDocumented("POST", path, send("POST", path, each[1], BodyPublishers.ofString(each[0])), each[2]);
        }
    }

    @Test
    void denialsWithoutAStoreAreMarkedAsSuch() throws Exception {
        Calls calls = new Calls(ALONE.port());
        ALONE.gate()
                .replace(Policy.of(
                        Rule.of("payments", Limit.parse("9/h"))
                                .per(CountBy.of(Dimension.Kind.USER))
                                .withOnFailure(OnFailure.CLOSED),
                        Rule.of("keys", Limit.parse("9/h"))
                                .matching(Match.key("pay:*"))
                                .per(CountBy.of(Dimension.Kind.KEY))
                                .withOnFailure(OnFailure.CLOSED)));
        HttpResponse<String> evaluated =
                calls.send("POST", "/api/v1/rate-limit/evaluate", "{\"method\":\"GET\",\"path\":\"/\",\"user\":\"a\"}");
        assertDocumented("POST", "/api/v1/rate-limit/evaluate", evaluated, "503");
        assertThat(evaluated.body())
                .contains("\"unavailable\":true")
                .contains("denied by payments, since the shared store does not answer");
        String erase = "/api/v1/subjects/erase";
        assertDocumented("POST", erase, calls.send("POST", erase, "{\"subjects\":[\"user:a\"]}"), "503");
        HttpResponse<String> checked = calls.check("key=pay:1");
        assertDocumented("GET", "/api/v1/rate-limit/check", checked, "503");
        assertThat(checked.body()).contains("Denied because the shared store does not answer; no limit was exceeded");
    }

    private static Policy countingFailures() {
        return PolicyReader.create()
                .read("policy.yml", "rules: [{name: failures, per: user, limit: 9/h, count-on: 401}]");
    }

    private static String settlement(HttpResponse<String> evaluated) throws Exception {
        assertDocumented("POST", "/api/v1/rate-limit/evaluate", evaluated, "200");
        String receipt =
                JsonMapper.shared().readTree(evaluated.body()).path("receipt").asString();
        return "{\"receipt\":\"" + receipt + "\",\"status\":200}";
    }

    @Test
    void settlingIsAnsweredAsDocumented() throws Exception {
        String path = "/api/v1/rate-limit/settle";
        String request = "{\"method\":\"GET\",\"path\":\"/\",\"user\":\"settled\"}";
        SERVICE.gate().replace(countingFailures());
        String settlement = settlement(
                send("POST", "/api/v1/rate-limit/evaluate", "check-secret", BodyPublishers.ofString(request)));
        for (String status : List.of("204", "409")) {
            assertDocumented(
                    "POST", path, send("POST", path, "check-secret", BodyPublishers.ofString(settlement)), status);
        }
        Calls alone = new Calls(ALONE.port());
        ALONE.gate().replace(countingFailures());
        String lost = settlement(alone.send("POST", "/api/v1/rate-limit/evaluate", request));
        assertDocumented("POST", path, alone.send("POST", path, lost), "503");
    }

    @Test
    void theAnswerWithoutAStoreIsDocumented() throws Exception {
        Calls calls = new Calls(ALONE.port());
        assertDocumented("DELETE", "/api/v1/rate-limit/reset", calls.reset("key=a"), "503");
        assertDocumented(
                "DELETE", "/api/v1/subjects", calls.send("DELETE", "/api/v1/subjects?subject=user:1", ""), "503");
        assertDocumented("GET", "/api/v1/rate-limit/check", calls.check("key=a"), "200");
    }

    private static void assertDocumented(String method, String path, HttpResponse<String> response, String status)
            throws Exception {
        assertThat(response.statusCode()).isEqualTo(Integer.parseInt(status));
        PROVOKED.add(path + " " + status);

        JsonNode document = document();
        JsonNode documented = resolve(
                document,
                document.path("paths")
                        .path(path)
                        .path(method.toLowerCase(Locale.ROOT))
                        .path("responses")
                        .path(status));
        documented
                .path("headers")
                .forEachEntry((header, schema) -> assertThat(response.headers().firstValue(header))
                        .as(header)
                        .get()
                        .asString()
                        .matches("[0-9]+"));
        if (documented.has("content")) {
            String type = response.headers().firstValue("Content-Type").orElseThrow();
            if (type.startsWith("text/plain")) {
                assertThat(response.body()).isNotBlank();
                return;
            }
            ObjectNode schema = (ObjectNode)
                    documented.path("content").path(type).path("schema").deepCopy();
            schema.set("components", document.path("components"));
            assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(schema)
                            .validate(JsonMapper.shared().readTree(response.body())))
                    .isEmpty();
        } else {
            assertThat(response.body()).isEmpty();
        }
    }

    private static JsonNode resolve(JsonNode document, JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asString().substring(1)) : node;
    }

    @Test
    void thePageAndWhatItLinksAreServed() throws Exception {
        for (String path : new String[] {"/", "/weir.css", "/check.js", "/openapi.json", "/actuator/health"}) {
            assertThat(send("GET", path, "").statusCode()).as(path).isEqualTo(200);
        }
        assertThat(send("GET", "/", "").body()).contains("<title>Weir</title>");
    }
}
