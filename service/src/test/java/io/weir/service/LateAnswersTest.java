package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.service.access.Access;
import io.weir.service.api.RateLimitApi;
import io.weir.service.credentials.CredentialChecks;
import io.weir.service.evaluate.EvaluateApi;
import io.weir.service.evaluate.Evaluation;
import io.weir.service.evaluate.Receipts;
import io.weir.service.guard.GuardSettings;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.guard.audit.AuditedChanges;
import io.weir.service.guard.bot.BotScores;
import io.weir.service.guard.challenge.ServiceChallenges;
import io.weir.service.http.Endpoint;
import io.weir.service.http.connection.FastLane;
import io.weir.service.http.connection.FastLaneTest;
import io.weir.service.http.connection.OrdinaryLane;
import io.weir.service.observe.Observability;
import io.weir.service.observe.ObserveSettings;
import io.weir.service.observe.Tracing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers of a shared store arrive later and on another thread; each response is sent once, in the order of the requests. */
final class LateAnswersTest {

    private static final Pattern KEY = Pattern.compile("\"key\":\"([^\"]*)\"");

    private final LateStore store = new LateStore();
    private final Gate gate = new Gate(Policy.of(List.of()), store);
    private final ServiceSettings settings = new ServiceSettings(0, "127.0.0.1", new Access("admin", Optional.empty()));
    private final RateLimitApi checks = new RateLimitApi(
            gate,
            Observability.of(new SimpleMeterRegistry(), ObserveSettings.USUAL),
            settings,
            new AuditedChanges(ServiceGuard.start(GuardSettings.NONE)));
    private final Endpoint evaluate = new EvaluateApi(evaluation(), settings).evaluate();
    private final NextHandler nextHandler = new NextHandler();
    private final FastLane.Shared lanes = FastLaneTest.shared(checks.check(), evaluate);
    private final EmbeddedChannel channel =
            new EmbeddedChannel(new FastLane(lanes), new OrdinaryLane(lanes), nextHandler);

    private Evaluation evaluation() {
        return new Evaluation(
                gate,
                new Tracing(Optional.empty()),
                CredentialChecks.of(Optional::empty, settings.credentials(), new SimpleMeterRegistry()),
                Receipts.of(store, Optional.empty()),
                BotScores.of(gate, new SimpleMeterRegistry()),
                ServiceChallenges.NONE);
    }

    /** Stands for the handlers of Reactor Netty, and records the requests that reach them. */
    private static final class NextHandler extends ChannelInboundHandlerAdapter {
        private final List<String> uris = new ArrayList<>();

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                uris.add(request.uri());
            }
        }
    }

    @AfterEach
    void closeTheChannel() {
        channel.finishAndReleaseAll();
    }

    private void check(String key) {
        send(checks.check().path() + "?key=" + key);
    }

    private void send(String target) {
        channel.writeInbound(
                new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, target),
                LastHttpContent.EMPTY_LAST_CONTENT);
    }

    private void answer(int number) throws InterruptedException {
        store.answer(number);
        channel.runPendingTasks();
    }

    /** Returns the keys of the responses that were sent since the last call. */
    private List<String> sent() {
        List<String> keys = new ArrayList<>();
        for (FullHttpResponse next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            Matcher key = KEY.matcher(next.content().toString(StandardCharsets.UTF_8));
            keys.add(key.find() ? key.group(1) : next.status().toString());
            next.release();
        }
        return keys;
    }

    @Test
    void severalPendingChecksAreAnsweredInOrder() throws Exception {
        check("a");
        check("b");
        check("c");
        assertThat(store.calls()).isEqualTo(3);
        answer(2);
        answer(1);
        assertThat(sent()).isEmpty();
        answer(0);
        assertThat(sent()).containsExactly("a", "b", "c");
        check("d");
        answer(3);
        assertThat(sent()).containsExactly("d");
    }

    @Test
    void theAnswerToABadRequestKeepsItsPlaceInTheOrder() throws Exception {
        check("a");
        check("");
        assertThat(sent()).isEmpty();
        answer(0);
        assertThat(sent()).containsExactly("a", "400 Bad Request");
    }

    @Test
    void checksAndOtherRequestsWaitForEachOther() throws Exception {
        check("a");
        send("/actuator/health");
        check("b");
        assertThat(nextHandler.uris).isEmpty();
        assertThat(store.calls()).isEqualTo(1);
        answer(0);
        assertThat(sent()).containsExactly("a");
        assertThat(nextHandler.uris).containsExactly("/actuator/health");
        assertThat(store.calls()).isEqualTo(1);
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        channel.runPendingTasks();
        assertThat(sent()).containsExactly("200 OK");
        // The fast lane has left the connection.
        assertThat(nextHandler.uris)
                .containsExactly("/actuator/health", checks.check().path() + "?key=b");
    }

    @Test
    void checksBeyondTheMostPendingWaitBeforeTheStoreIsCalled() throws Exception {
        for (int i = 0; i < 200; i++) {
            check("k" + i);
        }
        assertThat(store.calls()).isEqualTo(128);
        answer(0);
        assertThat(store.calls()).isEqualTo(129);
        for (int i = 1; i < 200; i++) {
            answer(i);
        }
        assertThat(sent()).hasSize(200).startsWith("k0", "k1").endsWith("k199");
    }

    @Test
    void nothingIsSentOrKeptForADisconnectedClient() throws Exception {
        check("a");
        ByteBuf body = Unpooled.copiedBuffer("{\"method\":", StandardCharsets.UTF_8);
        DefaultHttpRequest half = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, evaluate.path());
        half.headers().set(HttpHeaderNames.CONTENT_LENGTH, "100");
        channel.writeInbound(half, new DefaultHttpContent(body));
        assertThat(body.refCnt()).isZero();
        // A socket closes like this when the client has disconnected.
        channel.unsafe().close(channel.newPromise());
        channel.runPendingTasks();
        assertThat(channel.isOpen()).isFalse();
        answer(0);
        assertThat(sent()).isEmpty();
    }

    @Test
    void aConnectionClosesAfterItsPendingAnswers() throws Exception {
        check("a");
        check("b");
        ChannelFuture closed = channel.close();
        assertThat(closed.isDone()).isFalse();
        answer(0);
        assertThat(channel.isOpen()).isTrue();
        answer(1);
        assertThat(channel.isOpen()).isFalse();
        assertThat(closed.isSuccess()).isTrue();
        assertThat(sent()).containsExactly("a", "b");
    }
}
