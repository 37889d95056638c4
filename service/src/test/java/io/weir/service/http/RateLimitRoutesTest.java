package io.weir.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Algorithm;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The REST interface over real HTTP. */
final class RateLimitRoutesTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Access ACCESS = new Access("admin-secret", Optional.of("check-secret"));

    private static WeirService service = start();

    private static WeirService start() {
        return WeirService.start(new ServiceSettings(0, "127.0.0.1", ACCESS));
    }

    @BeforeAll
    static void isReady() {
        assertThat(service.port()).isPositive();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static HttpResponse<String> send(String method, String target, String token) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + target))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> check(String query) throws Exception {
        return send("GET", "/api/v1/rate-limit/check?" + query, "check-secret");
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    @Test
    void aCheckConsumesAndSaysWhatRemains() throws Exception {
        long before = System.currentTimeMillis() / 1000;
        HttpResponse<String> response = check("key=user:12345&permits=40");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(header(response, "content-type")).isEqualTo("application/json");
        assertThat(header(response, "X-RateLimit-Limit")).isEqualTo("100");
        assertThat(header(response, "X-RateLimit-Remaining")).isEqualTo("60");
        assertThat(Long.parseLong(header(response, "X-RateLimit-Reset"))).isBetween(before, before + 60);
        assertThat(header(response, "Retry-After")).isEmpty();
        assertThat(json(response)).isEqualTo(JSON.readTree("""
                        {"allowed":true,"key":"user:12345","algorithm":"TOKEN_BUCKET","remaining":60,
                        "resetAfterSeconds":4,"retryAfterSeconds":0,"message":"Request allowed"}"""));
    }

    @Test
    void aCheckBeyondTheLimitIsA429WithTheSameBody() throws Exception {
        check("key=busy&algorithm=SLIDING_WINDOW&permits=100");
        HttpResponse<String> refused = check("key=busy&algorithm=SLIDING_WINDOW");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(Integer.parseInt(header(refused, "Retry-After"))).isBetween(1, 60);
        assertThat(json(refused).get("allowed").asBoolean()).isFalse();
        assertThat(json(refused).get("remaining").asInt()).isZero();
        assertThat(json(refused).get("retryAfterSeconds").asString()).isEqualTo(header(refused, "Retry-After"));
        assertThat(json(refused).get("message").asString()).isEqualTo("Rate limit exceeded");
    }

    @ParameterizedTest
    @EnumSource
    void everyAlgorithmHoldsAHundredByDefault(Algorithm algorithm) throws Exception {
        HttpResponse<String> response = check("key=default&algorithm=" + algorithm + "&permits=100");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).get("algorithm").asString()).isEqualTo(algorithm.name());
        assertThat(json(response).get("remaining").asInt()).isZero();
    }

    @Test
    void aLeakyBucketSaysHowLongToHoldTheRequest() throws Exception {
        assertThat(json(check("key=queue&algorithm=LEAKY_BUCKET&permits=50"))
                        .get("delaySeconds")
                        .asDouble())
                .isZero();
        double delay = json(check("key=queue&algorithm=LEAKY_BUCKET"))
                .get("delaySeconds")
                .asDouble();
        assertThat(delay).isGreaterThan(0).isLessThanOrEqualTo(5);
    }

    @Test
    void remainingPeeksAndConsumesNothing() throws Exception {
        check("key=peeked&algorithm=SLIDING_WINDOW&permits=30");
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> peek =
                    send("GET", "/api/v1/rate-limit/remaining?key=peeked&algorithm=SLIDING_WINDOW", "check-secret");
            assertThat(peek.statusCode()).isEqualTo(200);
            assertThat(json(peek).get("remaining").asInt()).isEqualTo(70);
        }
    }

    @Test
    void resetNeedsTheAdminTokenAndMakesTheKeyFresh() throws Exception {
        check("key=reset&algorithm=SLIDING_WINDOW&permits=100");
        String reset = "/api/v1/rate-limit/reset?key=reset&algorithm=SLIDING_WINDOW";
        assertThat(send("DELETE", reset, "").statusCode()).isEqualTo(401);
        assertThat(send("DELETE", reset, "check-secret").statusCode()).isEqualTo(401);
        assertThat(check("key=reset&algorithm=SLIDING_WINDOW").statusCode()).isEqualTo(429);
        assertThat(send("DELETE", reset, "admin-secret").statusCode()).isEqualTo(204);
        assertThat(json(check("key=reset&algorithm=SLIDING_WINDOW"))
                        .get("remaining")
                        .asInt())
                .isEqualTo(99);
    }

    @Test
    void withoutAKeyTheCallersAddressCounts() throws Exception {
        assertThat(json(check("")).get("key").asString()).isEqualTo("127.0.0.1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    key=                          | key       | must not be blank
                    key=%20%09                    | key       | must not be blank
                    key=a%00b                     | key       | must not contain control characters
                    key=a%0d%0ab                  | key       | must not contain control characters
                    key=%zz                       | key       | must be percent-encoded UTF-8: a % is followed by two hexadecimal digits
                    key=a%2                       | key       | must be percent-encoded UTF-8: a % is followed by two hexadecimal digits
                    key=%ff                       | key       | must be percent-encoded UTF-8
                    key=a&key=b                   | key       | must be given once
                    key=a&permits=0               | permits   | must be a whole number from 1 to 100, which is all that this limit holds at once
                    key=a&permits=-1              | permits   | must be a whole number from 1 to 100, which is all that this limit holds at once
                    key=a&permits=1.5             | permits   | must be a whole number from 1 to 100, which is all that this limit holds at once
                    key=a&permits=101             | permits   | must be a whole number from 1 to 100, which is all that this limit holds at once
                    key=a&permits=9223372036854775808 | permits | must be a whole number from 1 to 100, which is all that this limit holds at once
                    key=a&permits=                | permits   | must be a whole number from 1 to 100, which is all that this limit holds at once
                    key=a&algorithm=TOKENBUCKET   | algorithm | must be one of TOKEN_BUCKET, SLIDING_WINDOW, SLIDING_WINDOW_COUNTER, FIXED_WINDOW, LEAKY_BUCKET
                    key=a&permit=5                | permit    | is no parameter of this call; did you mean "permits"?
                    key=a&tenant=5                | tenant    | is no parameter of this call; write key, algorithm or permits
                    """)
    void badInputIsA400ThatNamesTheFieldAndConsumesNothing(String query, String field, String detail) throws Exception {
        String response = raw("GET /api/v1/rate-limit/check?" + query + " HTTP/1.1");
        assertThat(response).startsWith("HTTP/1.1 400 ").contains("application/problem+json");
        JsonNode problem = JSON.readTree(response.substring(response.indexOf("\r\n\r\n") + 4));
        assertThat(problem.get("field").asString()).isEqualTo(field);
        assertThat(problem.get("detail").asString()).isEqualTo(field + " " + detail);
        assertThat(remaining("a")).isEqualTo(100);
    }

    @Test
    void anOverlongKeyIsA400() throws Exception {
        HttpResponse<String> response = check("key=" + "k".repeat(1025));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(json(response).get("detail").asString()).isEqualTo("key must have at most 1024 bytes in UTF-8");
        assertThat(check("key=" + "k".repeat(1024)).statusCode()).isEqualTo(200);
    }

    private static int remaining(String key) throws Exception {
        return json(send("GET", "/api/v1/rate-limit/remaining?key=" + key, "check-secret"))
                .get("remaining")
                .asInt();
    }

    /** Sends a request line unchanged, even if it is not valid. */
    private static String raw(String requestLine) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            String request = requestLine + "\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Authorization: Bearer check-secret\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void everyKeyIsCountedAndReturnedDecoded() throws Exception {
        for (String key : new String[] {"a b", "a+b", "äöü €", "🔑", "\"quoted\\\"", "</script>", "a:b#c{d}", "%41"}) {
            HttpResponse<String> response = check("key=" + URLEncoder.encode(key, StandardCharsets.UTF_8));
            assertThat(json(response).get("key").asString()).isEqualTo(key);
            assertThat(json(response).get("remaining").asInt()).isEqualTo(99);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "remaining", "reset"})
    void onlyTheExactPathWithTheRightMethodAndTokenAnswers(String name) throws Exception {
        String path = "/api/v1/rate-limit/" + name;
        String method = name.equals("reset") ? "DELETE" : "GET";
        for (String token : new String[] {"", "wrong", "check-secretx", "Check-Secret"}) {
            assertThat(send(method, path + "?key=exact", token).statusCode()).isEqualTo(401);
        }
        for (String other : new String[] {"HEAD", "POST", "PUT", "OPTIONS", name.equals("reset") ? "GET" : "DELETE"}) {
            HttpResponse<String> response = send(other, path + "?key=exact", "admin-secret");
            assertThat(response.statusCode()).as(other).isEqualTo(405);
            assertThat(header(response, "Allow")).isEqualTo(method);
        }
        for (String spelling :
                new String[] {path + "/", path + ";x", path + "%2f", path.replace("rate", "r%61te"), path + "x"}) {
            assertThat(send(method, spelling + "?key=exact", "admin-secret").statusCode())
                    .as(spelling)
                    .isEqualTo(404);
        }
        assertThat(remaining("exact")).isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource({
        "/actuator/health, 200",
        "/actuator/prometheus, 200",
        "/actuator/env, 404",
        "/actuator/heapdump, 404",
        "/actuator/shutdown, 404",
        "/nothing, 404"
    })
    void onlyHealthAndMetricsOfTheActuatorAreExposed(String path, int status) throws Exception {
        assertThat(send("GET", path, "").statusCode()).isEqualTo(status);
    }

    @Test
    void checksAreCountedInTheMetrics() throws Exception {
        check("key=metered&algorithm=SLIDING_WINDOW_COUNTER");
        String metrics = send("GET", "/actuator/prometheus", "").body();
        assertThat(metrics)
                .containsPattern("rate_limiter_requests_total\\{algorithm=\"sliding_window_counter\",allowed=\"true\","
                        + "application=\"distributed-rate-limiter\"\\} [1-9]")
                .contains("rate_limiter_check_seconds_bucket{")
                .contains("rate_limiter_active_keys{")
                .doesNotContain("metered");
    }

    @Test
    void aRequestLineBeyondTheDecodersBoundIsRejectedAndTheServiceStaysUp() throws Exception {
        assertThat(raw("GET /api/v1/rate-limit/check?key=" + "k".repeat(5_000) + " HTTP/1.1"))
                .startsWith("HTTP/1.1 414 ");
        try {
            raw("GET /api/v1/rate-limit/check?key=" + "k".repeat(1_000_000) + " HTTP/1.1");
        } catch (SocketException closedBeforeAllWasSent) {
            // A reset is as good as an answer.
        }
        assertThat(check("key=still-up").statusCode()).isEqualTo(200);
    }
}
