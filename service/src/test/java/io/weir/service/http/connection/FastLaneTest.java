package io.weir.service.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.weir.limit.Limit;
import io.weir.memory.MemoryStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Rule;
import io.weir.service.ServiceSettings;
import io.weir.service.WeirService;
import io.weir.service.access.Access;
import io.weir.service.api.RateLimitApi;
import io.weir.service.guard.GuardSettings;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.guard.audit.AuditedChanges;
import io.weir.service.http.Endpoint;
import io.weir.service.http.FrontDoor;
import io.weir.service.observe.Observability;
import io.weir.service.observe.ObserveSettings;
import io.weir.store.Store;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pipelined checks and other requests on one connection are each answered once and in order. */
public final class FastLaneTest {

    private static final WeirService SERVICE =
            WeirService.start(new ServiceSettings(0, "127.0.0.1", new Access("admin", Optional.empty())));

    @BeforeAll
    static void putPolicyInForce() {
        Rule users = Rule.of("users", Limit.parse("10/h")).per(CountBy.of(Dimension.Kind.USER));
        SERVICE.gate().replace(Policy.of(users));
    }

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    /** Returns the shared parts of connections that serve these endpoints and those of Spring. */
    public static FastLane.Shared shared(Endpoint... endpoints) {
        FrontDoor door = new FrontDoor(List.of(endpoints), List.of("/actuator"), Set.of());
        return new FastLane.Shared(door, new PacedRefusals(), SlowLane.forSpring());
    }

    private static String check(String key) {
        return get(slow("check", key), "");
    }

    /** Returns the target of a call whose limit does not refill while the test runs. */
    private static String slow(String call, String key) {
        return call + "?algorithm=SLIDING_WINDOW&key=" + key;
    }

    private static String get(String call, String header) {
        return "GET /api/v1/rate-limit/" + call + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n";
    }

    private static final String HEALTH = "GET /actuator/health HTTP/1.1\r\nHost: localhost\r\n\r\n";

    /** Sends all requests at once, and reads this many answers, or fewer if the server closes the connection. */
    private static List<String> exchange(int answers, String requests) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), SERVICE.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.ISO_8859_1));
            return read(answers, socket.getInputStream());
        }
    }

    private static List<String> read(int answers, InputStream in) throws Exception {
        StringBuilder read = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            read.append((char) next);
            if (next == '}' && inOrder(read).size() == answers) {
                break;
            }
        }
        return inOrder(read);
    }

    /** Returns for each answer the remaining permits, or a name for answers other than of checks and evaluations. */
    private static List<String> inOrder(CharSequence answers) {
        Matcher matcher = Pattern.compile(
                        "\"remaining\":(\\d+),|(\"kind\":\"memory\")|(\"field\":\"body\")|(\"status\":413)")
                .matcher(answers);
        return matcher.results().map(found -> name(found)).toList();
    }

    private static String name(MatchResult found) {
        if (found.group(1) != null) {
            return found.group(1);
        }
        return found.group(2) != null ? "health" : found.group(3) != null ? "bad" : "long";
    }

    @Test
    void pipelinedChecksAreAnsweredInOrder() throws Exception {
        assertThat(exchange(4, check("a").repeat(4))).containsExactly("99", "98", "97", "96");
    }

    @Test
    void aCheckBehindASlowerRequestIsAnsweredInOrder() throws Exception {
        String mixed = check("b") + HEALTH + check("b") + HEALTH + check("b") + check("b");
        assertThat(exchange(6, mixed)).containsExactly("99", "health", "98", "health", "97", "96");
    }

    @Test
    void manyChecksBehindASlowerRequestAreAllAnswered() throws Exception {
        assertThat(exchange(91, HEALTH + check("c").repeat(90)))
                .hasSize(91)
                .startsWith("health", "99")
                .endsWith("10");
    }

    @Test
    void noRequestIsReadAfterTheRequestThatClosesTheConnection() throws Exception {
        String closing = get(slow("check", "d"), "Connection: close\r\n");
        assertThat(exchange(6, closing + check("d").repeat(5))).containsExactly("99");
        assertThat(exchange(1, get(slow("remaining", "d"), ""))).containsExactly("99");
    }

    @Test
    void checksWithABodyOrAnExpectationAreAnswered() throws Exception {
        String body = get(slow("check", "e"), "Content-Length: 5\r\n") + "hello";
        String chunked = get(slow("check", "e"), "Transfer-Encoding: chunked\r\n") + "5\r\nhello\r\n0\r\n\r\n";
        String expecting = get(slow("check", "e"), "Expect: 100-continue\r\nContent-Length: 2\r\n") + "hi";
        assertThat(exchange(5, check("e") + body + chunked + expecting + check("e")))
                .containsExactly("99", "98", "97", "96", "95");
    }

    @Test
    void aRequestInSingleBytesIsAnswered() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), SERVICE.port())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(30_000);
            for (byte piece : check("f").repeat(2).getBytes(StandardCharsets.UTF_8)) {
                socket.getOutputStream().write(piece);
            }
            assertThat(read(2, socket.getInputStream())).containsExactly("99", "98");
        }
    }

    private static String evaluate(String user) {
        String body = "{\"method\":\"GET\",\"path\":\"/\",\"user\":\"" + user + "\"}";
        return post("evaluate", "Content-Length: " + body.length() + "\r\n", body);
    }

    private static String post(String call, String header, String body) {
        return "POST /api/v1/rate-limit/" + call + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n" + body;
    }

    @Test
    void evaluationsBetweenChecksAreAnsweredInOrder() throws Exception {
        String body = "{\"method\":\"GET\",\"path\":\"/\",\"user\":\"h\"}";
        String chunks = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
        String chunked = post("evaluate", "Transfer-Encoding: chunked\r\n", chunks);
        String bad = post("evaluate", "Content-Length: 1\r\n", "{");
        assertThat(exchange(7, evaluate("h") + check("h") + evaluate("h") + HEALTH + chunked + bad + check("h")))
                .containsExactly("9", "99", "8", "health", "7", "bad", "98");
    }

    @Test
    void anEvaluationInSingleBytesIsAnswered() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), SERVICE.port())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(30_000);
            for (byte piece : evaluate("i").repeat(2).getBytes(StandardCharsets.UTF_8)) {
                socket.getOutputStream().write(piece);
            }
            assertThat(read(2, socket.getInputStream())).containsExactly("9", "8");
        }
    }

    @Test
    void aBodyBeyondTheBoundIsRejectedAndItsRestDiscarded() throws Exception {
        String length = post("evaluate", "Content-Length: 1000000\r\n", "x".repeat(1_000_000));
        String chunk = "1000\r\n" + "x".repeat(0x1000) + "\r\n";
        String chunks = post("evaluate", "Transfer-Encoding: chunked\r\n", chunk.repeat(200) + "0\r\n\r\n");
        assertThat(exchange(4, length + check("j") + chunks + check("j"))).containsExactly("long", "99", "long", "98");
    }

    @Test
    void noRequestIsReadWhileTheClientReadsNoAnswers() {
        ServiceSettings settings = new ServiceSettings(0, "127.0.0.1", new Access("admin", Optional.empty()));
        Store store = new MemoryStore();
        Gate gate = new Gate(Policy.of(List.of()), store);
        RateLimitApi api = new RateLimitApi(
                gate,
                Observability.of(new SimpleMeterRegistry(), ObserveSettings.USUAL),
                settings,
                new AuditedChanges(ServiceGuard.start(GuardSettings.NONE)));
        EmbeddedChannel channel = new EmbeddedChannel(new FastLane(shared(api.check())));
        ChannelOutboundBuffer answers = channel.unsafe().outboundBuffer();
        HttpRequest request = new DefaultHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.GET, api.check().path() + "?key=g");

        answers.setUserDefinedWritability(1, false);
        channel.writeInbound(request, LastHttpContent.EMPTY_LAST_CONTENT);
        assertThat(channel.outboundMessages()).isEmpty();
        answers.setUserDefinedWritability(1, true);
        channel.runPendingTasks();
        FullHttpResponse response = channel.readOutbound();
        assertThat(response.status()).isEqualTo(HttpResponseStatus.OK);
        response.release();
    }
}
