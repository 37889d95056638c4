package io.weir.service.http;

import static io.weir.service.RawHttp.CHECK;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.service.FrontSettings;
import io.weir.service.RawHttp;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The checks of each request's host, origin and token, over real sockets. */
final class FrontDoorTest {

    private static final WeirService SERVICE = start(Set.of("localhost", "weir.internal"));
    private static final RawHttp HTTP = new RawHttp(SERVICE);
    private static final String TARGET_LINE =
            "GET /api/v1/rate-limit/%s?key=door&algorithm=SLIDING_WINDOW HTTP/1.1\r\n";
    private static final String REST = "Authorization: Bearer check-secret\r\nConnection: close\r\n\r\n";
    private static final String TARGET = CHECK + "?key=door&algorithm=SLIDING_WINDOW";

    private static final String PROBLEM = "content-type: application/problem+json\r\n";

    private static WeirService start(Set<String> hosts) {
        Access access = new Access("admin-secret", Optional.of("check-secret"));
        return WeirService.start(new ServiceSettings(0, "127.0.0.1", access)
                .withFront(FrontSettings.ofHeap().withHosts(hosts)));
    }

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    private static String check(String headers) throws Exception {
        return HTTP.exchange(TARGET_LINE.formatted("check") + headers + REST);
    }

    private static int remaining() throws Exception {
        String peek = HTTP.exchange(TARGET_LINE.formatted("remaining") + "Host: localhost\r\n" + REST);
        return Integer.parseInt(peek.replaceAll("(?s).*\"remaining\":(\\d+).*", "$1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:8080",
                "localhost.",
                "weir.internal:1",
                "127.0.0.1:8080",
                "[::1]:8080",
                "10.1.2.3"
            })
    void answersUnderItsNamesAndUnderAddresses(String host) throws Exception {
        assertThat(check("Host: " + host + "\r\n")).startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "localhost.evil.example", "weir.internal.evil:80", "127.0.0.1.evil.example", ""})
    void answersUnderNoOtherName(String host) throws Exception {
        int before = remaining();
        assertThat(check("Host: " + host + "\r\n")).startsWith("HTTP/1.1 421 ").contains("--allowed-hosts");
        assertThat(remaining()).isEqualTo(before);
    }

    @Test
    void healthIsNotServedUnderOtherNames() throws Exception {
        String response =
                HTTP.exchange("GET /actuator/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
        assertThat(response).startsWith("HTTP/1.1 421 ").doesNotContain("memory");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site",
                "Origin: http://evil.example",
                "Origin: null",
                "Origin: http://localhost.evil.example",
                "Origin: http://localhost:1",
                "Sec-Fetch-Site: same-origin\r\nOrigin: http://evil.example"
            })
    void pagesOfOtherSitesConsumeNothing(String headers) throws Exception {
        int before = remaining();
        assertThat(check("Host: localhost\r\n" + headers + "\r\n")).startsWith("HTTP/1.1 403 ");
        assertThat(remaining()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: same-origin\r\nOrigin: http://localhost",
                "Sec-Fetch-Site: none",
                "Origin: http://LOCALHOST"
            })
    void requestsOfItsOwnPageAndOfTheAddressBarAreServed(String headers) throws Exception {
        assertThat(check("Host: localhost\r\n" + headers + "\r\n")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void severalAuthorizationsAreRejected() throws Exception {
        int before = remaining();
        assertThat(check("Host: localhost\r\nAuthorization: Bearer check-secret\r\n"))
                .startsWith("HTTP/1.1 401 ");
        assertThat(remaining()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, 200",
        "GET, /openapi.json, 200",
        "GET, /nowhere, 404",
        "GET, /actuator/health, 200",
        "GET, /actuator/nowhere, 404",
        "POST, /api/v1/rate-limit/check, 405",
        "GET, /api/v1/rate-limit/check, 401"
    })
    void everyAnswerHasSecurityHeaders(String method, String path, int status) throws Exception {
        String response =
                HTTP.exchange(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(response).startsWith("HTTP/1.1 " + status + " ");
        assertThat(response.toLowerCase(Locale.ROOT))
                .contains("x-content-type-options: nosniff\r\n", "cache-control: no-store\r\n")
                .contains("referrer-policy: no-referrer\r\n", "frame-ancestors 'none'");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /nowhere, */*, 404, there is nothing at this path",
        "GET, /actuator/nowhere, */*, 404, there is nothing at this path",
        "GET, /actuator/health/nowhere, */*, 404, there is nothing at this path",
        "POST, /actuator/health, */*, 405, send GET",
        "GET, /actuator/prometheus, image/png, 406, send no Accept header",
        "POST, /api/v1/rate-limit/check, */*, 405, send GET"
    })
    void everyRejectionIsAProblemThatSaysWhatToSend(
            String method, String path, String accept, int status, String detail) throws Exception {
        String response = HTTP.exchange(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: " + accept
                + "\r\nConnection: close\r\n\r\n");
        assertThat(response).startsWith("HTTP/1.1 " + status + " ").containsIgnoringCase(PROBLEM);
        JsonNode problem = JsonMapper.shared().readTree(RawHttp.body(response));
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("detail").asString()).startsWith(detail);
    }

    @Test
    void theActuatorNamesTheVersion() throws Exception {
        String response = HTTP.get("/actuator/info");
        assertThat(response).startsWith("HTTP/1.1 200 ");
        assertThat(RawHttp.body(response)).contains("\"artifact\":\"weir-service\"", "\"version\":\"0.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization: Bearer\r\n \r\n", "Accept: a\r\n , b\r\n", "Accept: a\r\n\tb\r\n"})
    void foldedHeadersAreRejectedAlsoInParts(String folded) throws Exception {
        String request = "GET " + TARGET + " HTTP/1.1\r\nHost: localhost\r\n" + folded + "\r\n";
        assertThat(HTTP.exchange(request)).startsWith("HTTP/1.1 400 ");
        for (int cut = 1; cut < request.length(); cut++) {
            assertThat(inTwoParts(request, cut)).as("cut at %s", cut).startsWith("HTTP/1.1 400 ");
        }
    }

    private static String inTwoParts(String request, int cut) throws Exception {
        try (Socket socket = HTTP.connect()) {
            socket.setTcpNoDelay(true);
            byte[] bytes = request.getBytes(StandardCharsets.ISO_8859_1);
            socket.getOutputStream().write(bytes, 0, cut);
            socket.getOutputStream().flush();
            socket.getOutputStream().write(bytes, cut, bytes.length - cut);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void bodiesMayHaveLinesThatStartWithASpace() throws Exception {
        String body = "{\n \"method\": \"GET\",\n\t\"path\":\n \"/\"\n}";
        String chunked = "5\r\n" + body.substring(0, 5) + "\r\n" + Integer.toHexString(body.length() - 5) + "\r\n"
                + body.substring(5) + "\r\n0\r\n\r\n";
        String head =
                "POST /api/v1/rate-limit/evaluate HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer check-secret\r\n";
        String twice = head + "Content-Length: " + body.length() + "\r\n\r\n" + body + head
                + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + chunked;
        assertThat(RawHttp.statuses(HTTP.exchange(twice))).containsExactly(200, 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost", "HTTP://localhost:8080", "http://127.0.0.1"})
    void aTargetMayNameTheHost(String before) throws Exception {
        String response = HTTP.exchange("GET " + before + TARGET + " HTTP/1.1\r\nHost: other.example\r\n"
                + "Authorization: Bearer check-secret\r\nConnection: close\r\n\r\n");
        assertThat(response).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void theHostOfTheTargetPrevailsOverTheHeader() throws Exception {
        assertThat(HTTP.exchange("GET http://evil.example" + TARGET + " HTTP/1.1\r\nHost: localhost\r\n"
                        + "Authorization: Bearer check-secret\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 421 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b,c", "user@localhost", "localhost:80x", "[::1", "local/host"})
    void anInvalidHostIsRejected(String host) throws Exception {
        assertThat(check("Host: " + host + "\r\n")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void headIsAnsweredWithoutABodyAndTheConnectionStays() throws Exception {
        String head = " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String responses = HTTP.exchange("HEAD /" + head + "HEAD " + TARGET + head + "GET /nowhere HTTP/1.1\r\n"
                + "Host: localhost\r\nConnection: close\r\n\r\n");
        assertThat(RawHttp.statuses(responses)).containsExactly(200, 405, 404);
        assertThat(responses).doesNotContain("<html").contains("allow: GET\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/rate-limit/evaluate", "/actuator/health"})
    void aBodyBeyondTheBoundIsA413EvenIfTheConnectionCloses(String path) throws Exception {
        String request = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer check-secret\r\n"
                + "Connection: close\r\nContent-Length: 2000000\r\n\r\n" + "x".repeat(2_000_000);
        assertThat(RawHttp.statuses(HTTP.exchange(request))).containsExactly(413);
    }

    @Test
    void aWrongTokenIsRejectedBeforeTheBody() throws Exception {
        try (Socket socket = HTTP.connect()) {
            String unfinished =
                    "POST /api/v1/rate-limit/evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16384\r\n\r\nx";
            socket.getOutputStream().write(unfinished.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1))
                    .isEqualTo("HTTP/1.1 401");
        }
    }

    @Test
    void anExpectedContinueIsSent() throws Exception {
        try (Socket socket = HTTP.connect()) {
            String head = "POST /actuator/health HTTP/1.1\r\n%s\r\n\r\n"
                    .formatted("Host: localhost\r\nContent-Length: 1\r\nExpect: 100-continue");
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            String asked = "HTTP/1.1 100 Continue\r\n\r\n";
            assertThat(new String(socket.getInputStream().readNBytes(asked.length()), StandardCharsets.ISO_8859_1))
                    .isEqualTo(asked);
            socket.getOutputStream().write('x');
            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1))
                    .isEqualTo("HTTP/1.1 405");
        }
    }
}
