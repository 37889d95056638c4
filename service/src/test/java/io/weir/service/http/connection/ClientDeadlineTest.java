package io.weir.service.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The timeout of clients, exact to the millisecond in frozen time. */
final class ClientDeadlineTest {

    private static final int TIMEOUT_MILLIS = 20_000;

    private final EmbeddedChannel channel = connect();

    private static EmbeddedChannel connect() {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.freezeTime();
        channel.pipeline().addLast(new ClientDeadline(Duration.ofMillis(TIMEOUT_MILLIS), new Connections(10, 1_000)));
        return channel;
    }

    @AfterEach
    void release() {
        channel.finishAndReleaseAll();
    }

    private void pass(int millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    private void head() {
        channel.writeInbound(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/"));
    }

    private void request() {
        head();
        channel.writeInbound(LastHttpContent.EMPTY_LAST_CONTENT);
    }

    private void answer(HttpResponseStatus status) {
        channel.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status));
    }

    private void assertClosesIn(int millis) {
        pass(millis - 1);
        assertThat(channel.isOpen()).isTrue();
        pass(1);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aConnectionWithoutARequestCloses() {
        assertClosesIn(TIMEOUT_MILLIS);
    }

    @Test
    void everyAnswerRestartsTheTimeout() {
        for (int i = 0; i < 5; i++) {
            pass(TIMEOUT_MILLIS - 1);
            request();
            answer(HttpResponseStatus.OK);
        }
        assertClosesIn(TIMEOUT_MILLIS);
    }

    @Test
    void theTimeOfTheServiceDoesNotCount() {
        request();
        pass(TIMEOUT_MILLIS * 10);
        assertThat(channel.isOpen()).isTrue();
        pass(TIMEOUT_MILLIS / 2);
        answer(HttpResponseStatus.OK);
        assertClosesIn(TIMEOUT_MILLIS);
    }

    @Test
    void aBodyMustBeCompleteBeforeTheTimeout() {
        pass(TIMEOUT_MILLIS - 1);
        head();
        for (int i = 0; i < 9; i++) {
            pass(TIMEOUT_MILLIS / 10);
            channel.writeInbound(new DefaultHttpContent(Unpooled.copiedBuffer(new byte[1])));
        }
        assertClosesIn(TIMEOUT_MILLIS / 10);
    }

    @Test
    void theTimeOfTheServiceDoesNotCountForPipelinedRequests() {
        request();
        request();
        answer(HttpResponseStatus.OK);
        pass(TIMEOUT_MILLIS * 10);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void aContinueIsNoAnswer() {
        request();
        answer(HttpResponseStatus.CONTINUE);
        pass(TIMEOUT_MILLIS * 10);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void answersThatTheClientDoesNotReadDoNotRestartTheTimeout() {
        request();
        ByteBuf body = Unpooled.copiedBuffer(new byte[1]);
        assertThat(channel.write(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, body))
                        .isDone())
                .isFalse();
        pass(TIMEOUT_MILLIS / 2);
        request();
        assertClosesIn(TIMEOUT_MILLIS / 2);
    }

    /** Writes a message that the client does not take before the next flush. */
    private void write(Object message) {
        assertThat(channel.write(message).isDone()).isFalse();
    }

    @Test
    void aStreamStaysOpenWhileItsClientTakesOnePartBeforeTheNext() {
        request();
        write(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        for (int i = 0; i < 5; i++) {
            channel.flush();
            pass(TIMEOUT_MILLIS - 1);
            // At the moment of the check this part is not taken yet.
            write(new DefaultHttpContent(Unpooled.copiedBuffer(new byte[1])));
            pass(1);
            assertThat(channel.isOpen()).isTrue();
        }
    }

    @Test
    void aStreamWhoseClientTakesNothingCloses() {
        request();
        for (int i = 0; i < 10; i++) {
            write(new DefaultHttpContent(Unpooled.copiedBuffer(new byte[1])));
            pass(TIMEOUT_MILLIS / 10);
        }
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void aRemovedHandlerLeavesNoTimer() {
        channel.pipeline().remove(ClientDeadline.class);
        assertThat(channel.runScheduledPendingTasks()).isEqualTo(-1);
    }
}
