package io.weir.service;

import static io.weir.blackbox.Calls.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.blackbox.Calls;
import io.weir.guard.key.KeyEnvironment;
import io.weir.guard.key.KeyFormat;
import io.weir.policyfile.PolicyReader;
import io.weir.testkit.Threads;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The policy's verdict on described requests, over real HTTP. */
abstract class EvaluateContract extends ServiceContract implements SettleContract {

    private static final int TOGETHER = 16;

    private static final String POLICY = """
            bypass:
              - {name: monitoring, cidr: 10.1.0.0/16}
            rules:
              - {name: everybody, per: global, limit: {algorithm: sliding-window, permits: 1000, per: 1day}}
              - {name: login-per-ip, match: {path: /login, method: POST}, per: ip, limit: 3/h}
              - {name: watched, match: {path: /login}, per: ip, limit: 1/h, mode: shadow}
              - {name: devices, match: {path: /devices, host: '*.example.com', header: {X-Version: '2*'}}, per: {header: X-Device}, limit: 2/h}
              - {name: organisations, match: {path: /claims}, per: {claim: org}, limit: 2/h}
              - {name: queue, match: {path: /queue}, per: ip, limit: {algorithm: leaky-bucket, permits: 1, per: 1h, capacity: 3}}
              - {name: once, match: {path: /pay}, per: user, limit: 5/h, idempotent: true}
              - {name: bots, match: {path: /catalogue, bot: likely}, per: ip, limit: 1/h, then: challenge}
              - {name: hidden, match: {path: /internal}, per: ip, limit: 1/h, then: {deny: 404}}
              - {name: account, match: {path: /account}, per: account, limit: 1/h}
              - {name: keys, match: {key: 'key:*'}, per: key, limit: 4/h}
              - {name: failures, match: {path: /sign-in}, per: user, limit: 3/h, count-on: [401, 403]}
              - {name: searches, match: {path: /search}, per: user, limit: 3/h, give-back-on: 5xx}
              - {name: unproved, match: {path: /proved, fact: {credential: unavailable}}, per: ip, limit: 1/h}
            """;

    EvaluateContract(StoreSettings store) {
        super(store);
    }

    @BeforeEach
    void putPolicyInForce() {
        service.gate().replace(PolicyReader.create().read("policy.yml", POLICY));
    }

    @Override
    public Calls calls() {
        return calls;
    }

    private HttpResponse<String> evaluate(String body) throws Exception {
        return calls.post("evaluate", body);
    }

    private static String login(String ip) {
        return "{\"method\":\"POST\",\"path\":\"/login\",\"ip\":\"" + ip + "\"}";
    }

    private static JsonNode ruling(JsonNode verdict, String rule) {
        return verdict.path("rulings")
                .valueStream()
                .filter(ruling -> ruling.path("rule").asString().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theVerdictHasTheDecisionOfEachRule() throws Exception {
        HttpResponse<String> response = evaluate(login("192.0.2.1"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("X-RateLimit-Limit")).contains("3");
        assertThat(response.headers().firstValue("X-RateLimit-Remaining")).contains("2");
        JsonNode verdict = json(response);
        assertThat(verdict.path("allowed").asBoolean()).isTrue();
        assertThat(verdict.path("degraded").asBoolean()).isFalse();
        assertThat(verdict.path("retryAfterSeconds").asInt()).isZero();
        assertThat(verdict.has("decidedBy")).isFalse();
        assertThat(verdict.path("explanation").asString())
                .startsWith("allowed; everybody: allowed, ")
                .contains("; login-per-ip: allowed, 2 of 3 left for ip:192.0.2.1 (3/h); watched: allowed, 0 of 1 left");
        assertThat(ruling(verdict, "login-per-ip"))
                .isEqualTo(JsonMapper.shared().readTree("""
                {"rule":"login-per-ip","subject":"ip:192.0.2.1","limit":"3/h","cost":1,"enforced":true,"allowed":true,
                 "before":3,"remaining":2,"resetAfterSeconds":1200,"retryAfterSeconds":0}"""));
        assertThat(ruling(verdict, "watched").path("enforced").asBoolean()).isFalse();
    }

    @Test
    void aDenialIsA429ThatNamesItsRuleAndTakesNothing() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(evaluate(login("192.0.2.2")).statusCode()).isEqualTo(200);
        }
        int before = left("everybody");
        HttpResponse<String> denied = evaluate(login("192.0.2.2"));
        assertThat(denied.statusCode()).isEqualTo(429);
        JsonNode verdict = json(denied);
        assertThat(verdict.path("decidedBy").asString()).isEqualTo("login-per-ip");
        assertThat(verdict.path("retryAfterSeconds").asString())
                .isEqualTo(denied.headers().firstValue("Retry-After").orElseThrow());
        JsonNode others = ruling(verdict, "everybody");
        assertThat(others.path("before").asInt())
                .isEqualTo(others.path("remaining").asInt())
                .isEqualTo(before);
        assertThat(ruling(verdict, "watched").path("allowed").asBoolean()).isFalse();
        assertThat(left("everybody")).isEqualTo(before);
    }

    private int left(String rule) throws Exception {
        JsonNode verdict = json(calls.post("explain", "{\"method\":\"GET\",\"path\":\"/\"}"));
        return ruling(verdict, rule).path("remaining").asInt();
    }

    @Test
    void explainTakesNothingAndIsAlways200() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(json(calls.post("explain", login("192.0.2.3")))
                            .path("allowed")
                            .asBoolean())
                    .isTrue();
        }
        for (int i = 0; i < 3; i++) {
            assertThat(evaluate(login("192.0.2.3")).statusCode()).isEqualTo(200);
        }
        HttpResponse<String> explained = calls.post("explain", login("192.0.2.3"));
        assertThat(explained.statusCode()).isEqualTo(200);
        assertThat(json(explained).path("allowed").asBoolean()).isFalse();
        assertThat(json(explained).path("explanation").asString()).startsWith("denied by login-per-ip; ");
        assertThat(ruling(json(explained), "login-per-ip").has("before")).isFalse();
    }

    @Test
    void everyFieldIsSeenByTheRulesThatMatchIt() throws Exception {
        String device = "{\"method\":\"get\",\"path\":\"/devices?q=1\",\"host\":\"API.example.com:8443\","
                + "\"headers\":{\"x-version\":\"2.1\",\"X-DEVICE\":\"d1\"},\"permits\":2}";
        assertThat(ruling(json(evaluate(device)), "devices").path("subject").asString())
                .isEqualTo("header-x-device:d1");
        assertThat(evaluate(device).statusCode()).isEqualTo(429);
        String claims =
                "{\"method\":\"GET\",\"path\":\"/claims\",\"user\":\"u\",\"apiKey\":null,\"claims\":{\"org\":\"acme\"}}";
        assertThat(ruling(json(evaluate(claims)), "organisations")
                        .path("subject")
                        .asString())
                .isEqualTo("claim-org:acme");
        String monitoring = "{\"method\":\"GET\",\"path\":\"/\",\"ip\":\"10.1.2.3\"}";
        assertThat(json(evaluate(monitoring)).path("bypass").asString()).isEqualTo("monitoring");
        String payment =
                "{\"method\":\"POST\",\"path\":\"/pay\",\"user\":\"u\",\"headers\":{\"Idempotency-Key\":\"one\"}}";
        assertThat(json(evaluate(payment)).has("repeat")).isFalse();
        assertThat(json(evaluate(payment)).path("repeat").asBoolean()).isTrue();
        String key = "{\"key\":\"key:1\",\"permits\":4}";
        assertThat(evaluate(key).headers().firstValue("X-RateLimit-Remaining")).contains("0");
        assertThat(evaluate(key).statusCode()).isEqualTo(429);
    }

    private static String payment(String user) {
        return "{\"method\":\"POST\",\"path\":\"/pay\",\"user\":\"" + user
                + "\",\"headers\":{\"Idempotency-Key\":\"one\"}}";
    }

    @Test
    void concurrentRetriesAreDeniedByTheirRuleOnly() throws Exception {
        List<HttpResponse<String>> responses = Collections.synchronizedList(new ArrayList<>());
        Threads.run(TOGETHER, thread -> {
            try {
                responses.add(evaluate(payment("together")));
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        });
        assertThat(responses).extracting(HttpResponse::statusCode).containsOnly(200, 429);
        assertThat(responses)
                .allMatch(response -> (response.statusCode() == 200)
                        == json(response).path("allowed").asBoolean());
        assertPaidAndFree(responses.stream().map(Calls::json).toList());
    }

    @Test
    void retriesInOneBatchAreDeniedByARuleOnly() throws Exception {
        String all = Stream.generate(() -> payment("batch")).limit(TOGETHER).collect(Collectors.joining(","));
        HttpResponse<String> response = calls.post("evaluate/batch", "{\"requests\":[" + all + "]}");
        assertThat(response.statusCode()).isEqualTo(200);
        assertPaidAndFree(json(response).path("verdicts").valueStream().toList());
    }

    /** Asserts that five requests were charged, which is the capacity of the rule, and that three were free retries. */
    private static void assertPaidAndFree(List<JsonNode> verdicts) {
        assertThat(verdicts)
                .hasSize(TOGETHER)
                .filteredOn(verdict -> verdict.path("allowed").asBoolean())
                .hasSize(5 + 3);
        assertThat(verdicts).filteredOn(verdict -> verdict.has("repeat")).hasSize(3);
        assertThat(verdicts)
                .filteredOn(verdict -> !verdict.path("allowed").asBoolean())
                .allMatch(verdict -> verdict.path("decidedBy").asString().equals("once"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"method\":\"GET\",\"path\":\"/actuator/health\"}",
                "{\"method\":\"GET\",\"path\":\"/healthz\",\"ip\":\"192.0.2.7\",\"permits\":5000}",
                "{\"method\":\"options\",\"path\":\"/login\",\"ip\":\"192.0.2.7\",\"headers\":"
                        + "{\"origin\":\"https://shop.example\",\"Access-Control-Request-Method\":\"POST\"}}"
            })
    void healthPathsAndPreflightsMeetNoRule(String exempt) throws Exception {
        int before = left("everybody");
        for (String call : List.of("evaluate", "explain")) {
            HttpResponse<String> response = calls.post(call, exempt);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("X-RateLimit-Limit")).isEmpty();
            assertThat(json(response)).isEqualTo(JsonMapper.shared().readTree("""
                    {"allowed":true,"action":"allow","degraded":false,"delaySeconds":0,"retryAfterSeconds":0,
                     "explanation":"allowed: health paths and CORS preflights meet no rule","rulings":[]}"""));
        }
        assertThat(allowed(exempt, exempt)).containsExactly(true, true);
        assertThat(left("everybody")).isEqualTo(before);
    }

    @Test
    void otherOptionsRequestsAreCharged() throws Exception {
        int before = left("everybody");
        evaluate("{\"method\":\"OPTIONS\",\"path\":\"/\",\"headers\":{\"origin\":\"https://shop.example\"}}");
        assertThat(left("everybody")).isEqualTo(before - 1);
    }

    @Test
    void anEvaluationOfALeakyBucketSaysHowLongToHoldTheRequest() throws Exception {
        String queue = "{\"method\":\"GET\",\"path\":\"/queue\",\"ip\":\"2001:db8::1\"}";
        assertThat(json(evaluate(queue)).path("delaySeconds").asDouble()).isZero();
        assertThat(json(evaluate(queue)).path("delaySeconds").asDouble()).isBetween(3_000.0, 3_600.0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"method":"GET"}                                       | path    | must be given, such as /orders/42
            {"path":"/"}                                           | method  | must be given, such as GET
            {"method":"G T","path":"/"}                            | method  | must be given, such as GET
            {"method":"GET","path":"/a/../b"}                      | path    | can be read in more than one way
            {"method":"GET","path":"/a%2fb"}                       | path    | can be read in more than one way
            {"method":"GET","path":"a"}                            | path    | can be read in more than one way
            {"method":"GET","path":"/a#b"}                         | path    | can be read in more than one way
            {"method":"GET","path":"/","ip":"127.1"}               | ip      | must be an address, such as 192.0.2.1 or 2001:db8::1
            {"method":"GET","path":"/","ip":"localhost"}           | ip      | must be an address, such as 192.0.2.1 or 2001:db8::1
            {"method":"GET","path":"/","permits":0}                | permits | must be a whole number from 1 to 1000000000000
            {"method":"GET","path":"/","permits":1.5}              | permits | must be a whole number
            {"method":"GET","path":"/","permits":1001}             | permits | must be a whole number from 1 to 1000, which is all that this limit holds at once
            {"method":"GET","path":"/","headers":{"a":"1","A":"2"}} | headers.A | must be given once, in whatever case
            {"method":"GET","path":"/","headers":["a"]}            | headers | must be an object, such as {…}
            {"method":"GET","path":"/","claims":{"a":1}}           | claims.a | must be a text, such as "a"
            {"method":"GET","path":"/","host":"a:b"}               | host    | must be a name or address, such as api.example.com or [2001:db8::1]
            {"method":"GET","path":"/","usr":"x"}                  | usr     | is no field of this object; did you mean "user"?
            {"key":"key:2","path":"/"}                             | path    | must be left out where there is a key, which meets rules for keys alone
            {"key":" "}                                            | key     | must not be blank
            {"method":"GET","path":"/","credentials":"k"}          | credentials | must be an object, such as {…}
            {"method":"GET","path":"/","credentials":{"apiKey":1}} | credentials.apiKey | must be a text, such as "a"
            {"method":"GET","path":"/","credentials":{"apikey":"k"}} | credentials.apikey | is no field of this object; did you mean "apiKey"?
            {"method":"GET","path":"/","apiKey":"k","credentials":{"apiKey":"k"}} | apiKey | must be left out beside credentials.apiKey
            {"method":"GET","path":"/","user":"u","credentials":{"bearer":"t"}} | user | must be left out beside credentials.bearer
            {"method":"GET","path":"/","facts":{"credential":"x"},"credentials":{"bearer":"t"}} | facts.credential | must be left out beside credentials
            {"key":"key:2","credentials":{"apiKey":"k"}}           | credentials | must be left out where there is a key, which meets rules for keys alone
            {"method":"GET","method":"GET"}                        | method  | must be given once
            []                                                     | body    | must be a JSON object, which begins with {
            {                                                      | body    | must be JSON, and is not at line 1
            """)
    void badInputIsA400ThatNamesTheFieldAndTakesNothing(String body, String field, String detail) throws Exception {
        int before = left("everybody");
        for (String call : List.of("evaluate", "explain")) {
            HttpResponse<String> response = calls.post(call, body);
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(json(response).path("field").asString()).isEqualTo(field);
            assertThat(json(response).path("detail").asString()).startsWith(field + " " + detail);
        }
        HttpResponse<String> batch =
                calls.post("evaluate/batch", "{\"requests\":[{\"method\":\"GET\",\"path\":\"/\"}," + body + "]}");
        assertThat(batch.statusCode()).isEqualTo(400);
        assertThat(left("everybody")).isEqualTo(before);
    }

    @Test
    void theSecretOfAnApiKeyIsNoName() throws Exception {
        String secret =
                KeyFormat.WEIR.random(KeyEnvironment.LIVE, new SecureRandom()).reveal();
        for (String field : List.of("user", "apiKey")) {
            String request = "{\"method\":\"GET\",\"path\":\"/\",\"" + field + "\":\"" + secret + "\"}";
            HttpResponse<String> response = calls.post("evaluate", request);
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(json(response).path("field").asString()).isEqualTo(field);
            assertThat(response.body()).contains("credentials.apiKey").doesNotContain(secret);
        }
        assertThat(calls.post("evaluate", "{\"key\":\"" + secret + "\"}").statusCode())
                .isEqualTo(400);
        assertThat(calls.check("key=" + secret).statusCode()).isEqualTo(400);
    }

    @Test
    void aBatchIsAnsweredInItsOrder() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(evaluate(login("192.0.2.4")).statusCode()).isEqualTo(200);
        }
        assertThat(allowed(login("192.0.2.4"), login("192.0.2.5"), login("192.0.2.4"), login("192.0.2.5")))
                .containsExactly(false, true, false, true);
    }

    /** The requests of a batch are decided concurrently, so any of them may be the denied one. */
    @Test
    void aBatchIsChargedAsManyRequests() throws Exception {
        String[] five = Stream.generate(() -> login("192.0.2.6")).limit(5).toArray(String[]::new);
        assertThat(allowed(five)).containsExactlyInAnyOrder(true, true, true, false, false);
    }

    private static String withFacts(String path, String facts) {
        return "{\"method\":\"GET\",\"path\":\"" + path + "\",\"ip\":\"192.0.2.40\",\"facts\":{" + facts + "}}";
    }

    @Test
    void aChallengeIsAnsweredBeyondTheLimitAndTakesNothing() throws Exception {
        String request = withFacts("/catalogue", "\"bot\":\"likely\"");
        assertThat(json(evaluate(request)).path("action").asString()).isEqualTo("allow");
        int before = left("everybody");
        HttpResponse<String> challenged = evaluate(request);
        assertThat(challenged.statusCode()).isEqualTo(403);
        assertThat(json(challenged).path("action").asString()).isEqualTo("challenge");
        assertThat(json(challenged).path("decidedBy").asString()).isEqualTo("bots");
        assertThat(ruling(json(challenged), "everybody").path("before").asInt()).isEqualTo(before);
        assertThat(left("everybody")).isEqualTo(before);
        String passed = withFacts("/catalogue", "\"bot\":\"likely\",\"challenge\":\"passed\"");
        assertThat(evaluate(passed).statusCode()).isEqualTo(200);
        assertThat(evaluate(withFacts("/catalogue", "")).statusCode()).isEqualTo(200);
    }

    @Test
    void theBodyHasTheStatusOfARulesDenials() throws Exception {
        String request = withFacts("/internal", "");
        assertThat(json(evaluate(request)).has("status")).isFalse();
        HttpResponse<String> denied = evaluate(request);
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(json(denied).path("status").asInt()).isEqualTo(404);
        assertThat(json(denied).path("action").asString()).isEqualTo("deny");
    }

    @Test
    void rulesCountByFacts() throws Exception {
        assertThat(allowed(withFacts("/account", "\"account\":\"ann\""), withFacts("/account", "\"account\":\"ann\"")))
                .containsExactly(true, false);
        assertThat(allowed(withFacts("/account", "\"account\":\"bob\""))).containsExactly(true);
    }

    @Test
    void credentialsThatCannotBeVerifiedMakeTheCallerAnonymous() throws Exception {
        String request = "{\"method\":\"GET\",\"path\":\"/proved\",\"tier\":\"gold\",\"ip\":\"192.0.2.50\","
                + "\"credentials\":{\"apiKey\":\"weir_live_x\",\"bearer\":\"a.b.c\"}}";
        for (String call : List.of("explain", "evaluate")) {
            JsonNode answer = json(calls.post(call, request));
            assertThat(answer.path("allowed").asBoolean()).isTrue();
            assertThat(answer.path("caller").asString()).isEqualTo("anonymous");
            assertThat(answer.path("credentials")).isEqualTo(JsonMapper.shared().readTree("""
                    [{"kind":"api-key","valid":false,"code":"unavailable"},
                     {"kind":"bearer","valid":false,"code":"unavailable"}]"""));
        }
        assertThat(allowed(request)).containsExactly(false);
        String withoutAny = request.replaceFirst("\\{\"apiKey.*?\\}", "{}");
        assertThat(json(evaluate(withoutAny)).has("credentials")).isFalse();
    }

    @Test
    void exemptRequestsSayWhatWasFoundAboutTheirCredentialsToo() throws Exception {
        String request = "{\"method\":\"GET\",\"path\":\"/healthz\",\"credentials\":{\"bearer\":\"a\"}}";
        for (String call : List.of("evaluate", "explain")) {
            assertThat(json(calls.post(call, request))
                            .path("credentials")
                            .path(0)
                            .path("code")
                            .asString())
                    .isEqualTo("unavailable");
        }
    }

    private List<Boolean> allowed(String... requests) throws Exception {
        HttpResponse<String> response =
                calls.post("evaluate/batch", "{\"requests\":[" + String.join(",", requests) + "]}");
        assertThat(response.statusCode()).isEqualTo(200);
        return json(response)
                .path("verdicts")
                .valueStream()
                .map(verdict -> verdict.path("allowed").asBoolean())
                .toList();
    }

    @Test
    void aBatchHasOneToAHundredRequests() throws Exception {
        String one = "{\"method\":\"GET\",\"path\":\"/\"}";
        String hundred = IntStream.range(0, 100).mapToObj(i -> one).collect(Collectors.joining(","));
        assertThat(calls.post("evaluate/batch", "{\"requests\":[" + hundred + "]}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(json(calls.post("evaluate/batch", "{\"requests\":[]}"))
                        .path("detail")
                        .asString())
                .isEqualTo("requests must be a list of 1 to 100 requests");
        assertThat(json(calls.post("evaluate/batch", "{\"requests\":[" + hundred + "," + one + "]}"))
                        .path("detail")
                        .asString())
                .isEqualTo("requests must have at most 100 values");
        assertThat(json(calls.post("evaluate/batch", "{\"requests\":[" + one + ",{\"method\":\"GET\"}]}"))
                        .path("field")
                        .asString())
                .isEqualTo("requests[1].path");
    }

    @Test
    void aBodyBeyondTheBoundIsA413() throws Exception {
        String body = "{\"method\":\"GET\",\"path\":\"/\",\"user\":\"" + "u".repeat(20_000) + "\"}";
        HttpResponse<String> response = evaluate(body);
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(json(response).path("detail").asString()).isEqualTo("send at most 16384 bytes as the body");
    }
}
