package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.RequestLimit;
import io.weir.policy.rule.RequestLimit.Most;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of requests that are not as requests for their path may be. */
final class RequestLimitsTest {

    private static final RequestLimit ALL =
            limit("/**", Set.of(), Set.of(), new Most(1_000, 100, 20), Optional.empty());
    private static final RequestLimit API =
            limit("/api/**", Set.of("GET", "POST"), Set.of("application/json"), new Most(10, 10, 20), Optional.empty());
    private static final RequestLimit SCOPED =
            limit("/scoped", Set.of(), Set.of(), Most.ANY, Optional.of("orders:read"));
    private static final Policy POLICY =
            Policy.of(Rule.of("all", Limit.parse("1000/day"))).withRequestLimits(List.of(ALL, API, SCOPED));

    private static final Gate GATE = new Gate(POLICY, new MemoryStore());
    private static WebServer server;

    private static RequestLimit limit(
            String path, Set<String> methods, Set<String> types, Most most, Optional<String> scope) {
        return new RequestLimit(PathPattern.parse(path), methods, types, most, scope);
    }

    /** Reads the body in the way that the path says, and tells its length. */
    private static final class Reading extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            switch (request.getServletPath()) {
                case "/api/text" ->
                    response.getWriter()
                            .print(request.getReader()
                                    .lines()
                                    .mapToInt(String::length)
                                    .sum());
                case "/api/bytewise" -> {
                    int bytes = 0;
                    while (request.getInputStream().read() >= 0) {
                        bytes++;
                    }
                    response.getWriter().print(bytes);
                }
                case "/api/swallowing" -> {
                    try {
                        response.getWriter().print(request.getInputStream().readAllBytes().length);
                    } catch (IOException swallowed) {
                        response.setStatus(400);
                    }
                }
                default -> response.getWriter().print(request.getInputStream().readAllBytes().length);
            }
        }
    }

    @BeforeAll
    static void start() throws Exception {
        HttpGate http = new HttpGate(GATE);
        server = WebServer.start(
                new Reading(),
                List.of(new RateLimitFilter(
                        http,
                        Stage.WHOLE,
                        request -> request.getHeader("X-Scope") == null
                                ? Caller.ANONYMOUS
                                : Caller.apiKey("key").withScopes(Set.of(request.getHeader("X-Scope"))))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String send(String method, String target, String body, String... headers) throws IOException {
        StringBuilder text = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        return new RawHttp(server.port())
                .exchange(text.append("\r\n").append(body).toString());
    }

    private static String chunked(String path, int bytes) throws IOException {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < bytes; i++) {
            body.append("1\r\nx\r\n");
        }
        return send("POST", path, body + "0\r\n\r\n", "Content-Type: application/json", "Transfer-Encoding: chunked");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/a, 200, ''",
        "HEAD, /api/a, 200, ''",
        "DELETE, /api/a, 405, method",
        "DELETE, /a, 200, ''",
        "GET, /api/a?0123456789, 200, ''",
        "GET, /api/a?0123456789a, 414, query-too-long",
        "GET, /a?a=%C3%A4%0A, 200, ''",
        "GET, /a?a=%00, 400, malformed",
        "GET, /a?a=%1b, 400, malformed",
        "GET, /a?a=%C3, 400, malformed",
        "GET, /a?a=%zz, 400, malformed",
        "GET, /a?a=%4, 400, malformed"
    })
    void methodsAndQueries(String method, String target, int status, String reason) throws IOException {
        String response = send(method, target, "");
        assertThat(RawHttp.status(response)).isEqualTo(status);
        if (!reason.isEmpty()) {
            assertThat(response).contains("\"reason\":\"" + reason + "\"");
        }
    }

    @Test
    void aRefusedMethodIsToldWhichAreAllowed() throws IOException {
        assertThat(send("DELETE", "/api/a", "")).contains("Allow: GET, POST\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "application/json, 200",
        "'Application/JSON; charset=utf-8', 200",
        "text/plain, 415",
        "application/jsonx, 415"
    })
    void bodiesHaveOneOfTheContentTypes(String type, int status) throws IOException {
        assertThat(RawHttp.status(send("POST", "/api/a", "{}", "Content-Length: 2", "Content-Type: " + type)))
                .isEqualTo(status);
    }

    @Test
    void aBodyWithoutAContentTypeIsRefusedAndNoBodyNeedsOne() throws IOException {
        assertThat(RawHttp.status(send("POST", "/api/a", "{}", "Content-Length: 2")))
                .isEqualTo(415);
        assertThat(RawHttp.status(send("POST", "/api/a", "", "Content-Length: 0")))
                .isEqualTo(200);
    }

    @Test
    void twoContentTypesAreMalformed() throws IOException {
        String response = send(
                "POST",
                "/api/a",
                "{}",
                "Content-Length: 2",
                "Content-Type: application/json",
                "Content-Type: text/plain");
        assertThat(RawHttp.status(response)).isEqualTo(400);
    }

    @Test
    void tooManyHeadersAreRefused() throws IOException {
        String[] headers = new String[19];
        for (int i = 0; i < headers.length; i++) {
            headers[i] = "X-Header-" + i + ": 1";
        }
        assertThat(RawHttp.status(send("GET", "/a", "", headers))).isEqualTo(431);
        assertThat(RawHttp.status(send("GET", "/scoped", "", headers))).isEqualTo(403);
    }

    @Test
    void aLongBodyIsRefusedBeforeItIsRead() throws IOException {
        assertThat(RawHttp.status(
                        send("POST", "/api/a", "0123456789", "Content-Length: 10", "Content-Type: application/json")))
                .isEqualTo(200);
        assertThat(RawHttp.status(
                        send("POST", "/api/a", "01234567890", "Content-Length: 11", "Content-Type: application/json")))
                .isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/a", "/api/text", "/api/bytewise", "/api/swallowing"})
    void aBodyWithoutALengthIsCountedWhileItIsRead(String path) throws IOException {
        String whole = chunked(path, 10);
        assertThat(RawHttp.status(whole)).isEqualTo(200);
        assertThat(whole).contains("10");
        String cut = chunked(path, 11);
        assertThat(RawHttp.status(cut)).isEqualTo(413);
        assertThat(cut).contains("\"reason\":\"body-too-large\"").contains("10 bytes at most");
    }

    @Test
    void aCredentialNeedsTheScope() throws IOException {
        assertThat(RawHttp.status(send("GET", "/scoped", ""))).isEqualTo(403);
        assertThat(RawHttp.status(send("GET", "/scoped", "", "X-Scope: orders:write")))
                .isEqualTo(403);
        assertThat(RawHttp.status(send("GET", "/scoped", "", "X-Scope: orders:read")))
                .isEqualTo(200);
    }

    @Test
    void aPolicyThatEnforcesNothingRefusesNothing() throws IOException {
        try {
            for (Mode mode : List.of(Mode.SHADOW, Mode.OFF)) {
                GATE.replace(POLICY.withMode(mode));
                assertThat(RawHttp.status(send("DELETE", "/api/a", ""))).isEqualTo(200);
                assertThat(RawHttp.status(chunked("/api/a", 11))).isEqualTo(200);
            }
        } finally {
            GATE.replace(POLICY);
        }
    }
}
