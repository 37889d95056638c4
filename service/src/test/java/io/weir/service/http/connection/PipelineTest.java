package io.weir.service.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.service.http.FrontDoor;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.netty.DisposableServer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/** The order of handlers on a real connection. */
final class PipelineTest {

    @Test
    void aRequestPassesTheHandlersInOrder() throws Exception {
        FrontDoor door = new FrontDoor(List.of(), List.of(), Set.of());
        Pipeline pipeline = new Pipeline(
                Duration.ofSeconds(20),
                new Connections(10, 1_000),
                new FastLane.Shared(door, new PacedRefusals(), SlowLane.forSpring()));
        CompletableFuture<List<String>> handlers = new CompletableFuture<>();
        DisposableServer server = pipeline.in(
                        HttpServer.create().host("127.0.0.1").port(0))
                .doOnChannelInit((observer, channel, remote) ->
                        handlers.complete(channel.pipeline().names()))
                .bindNow();
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            assertThat(client.isConnected()).isTrue();
            assertThat(handlers.get(30, TimeUnit.SECONDS))
                    .containsSubsequence(
                            "weir.headerFolds",
                            NettyPipeline.HttpCodec,
                            "weir.largeBodies",
                            "weir.clientDeadline",
                            "weir.strictHttp",
                            "weir.fastLane",
                            "weir.ordinaryLane",
                            NettyPipeline.HttpTrafficHandler);
        } finally {
            server.disposeNow();
        }
    }
}
