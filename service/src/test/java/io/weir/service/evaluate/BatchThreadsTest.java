package io.weir.service.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.weir.service.http.Endpoint;
import io.weir.service.http.FrontDoor;
import io.weir.service.http.Incoming;
import io.weir.service.http.Reply;
import io.weir.service.http.connection.FastLane;
import io.weir.service.http.connection.PacedRefusals;
import io.weir.service.http.connection.SlowLane;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches run in turn, and only as long as somebody waits for them. */
final class BatchThreadsTest {

    private final BatchThreads threads = new BatchThreads();
    private final Queue<String> ran = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        threads.close();
    }

    private static Incoming batch(String target) {
        return new Incoming(HttpMethod.POST, target, new DefaultHttpHeaders(), null);
    }

    private CompletableFuture<Reply> run(String target) {
        return threads.run(batch(target), incoming -> {
            ran.add(incoming.target());
            return CompletableFuture.completedStage(Reply.noContent());
        });
    }

    /** Keeps all threads busy until the latch opens. */
    private List<CompletableFuture<Reply>> fill(CountDownLatch latch) {
        return Stream.generate(() -> threads.run(batch("/first"), incoming -> {
                    assertThatCode(latch::await).doesNotThrowAnyException();
                    return CompletableFuture.completedStage(Reply.noContent());
                }))
                .limit(Runtime.getRuntime().availableProcessors())
                .toList();
    }

    @Test
    void aBatchThatNobodyWaitsForIsDropped() {
        CountDownLatch latch = new CountDownLatch(1);
        List<CompletableFuture<Reply>> first = fill(latch);
        CompletableFuture<Reply> abandoned = run("/abandoned");
        CompletableFuture<Reply> last = run("/last");
        abandoned.cancel(false);
        latch.countDown();
        last.join();
        assertThat(first).allSatisfy(CompletableFuture::join);
        assertThat(ran).containsExactly("/last");
    }

    @Test
    void aBatchThatFailsIsAnsweredAndMakesRoomForOthers() {
        List<CompletableFuture<Reply>> failing = Stream.generate(() -> threads.run(batch("/"), incoming -> {
                    throw new AssertionError("broken");
                }))
                .limit(20)
                .toList();
        run("/last").join();
        assertThat(failing)
                .allSatisfy(each -> assertThatThrownBy(each::join)
                        .isInstanceOf(CompletionException.class)
                        .hasRootCauseMessage("broken"));
    }

    @Test
    void aClientThatHangsUpWaitsForNothing() {
        CompletableFuture<Reply> answer = new CompletableFuture<>();
        Endpoint endpoint = new Endpoint("/batch", HttpMethod.POST, anybody -> true, incoming -> answer).withBody(100);
        FrontDoor door = new FrontDoor(List.of(endpoint), List.of(), Set.of());
        EmbeddedChannel channel =
                new EmbeddedChannel(new FastLane(new FastLane.Shared(door, new PacedRefusals(), SlowLane.forSpring())));
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/batch");
        request.headers().set(HttpHeaderNames.CONTENT_LENGTH, 0);
        channel.writeInbound(request, LastHttpContent.EMPTY_LAST_CONTENT);
        assertThat(answer).isNotDone();
        channel.unsafe().close(channel.newPromise());
        channel.runPendingTasks();
        assertThat(answer).isCancelled();
    }
}
