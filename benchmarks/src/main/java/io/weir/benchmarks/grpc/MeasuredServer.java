package io.weir.benchmarks.grpc;

import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.weir.benchmarks.PinnedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A server process on the first core, and the load that h2load puts on it from the second. */
final class MeasuredServer implements AutoCloseable {

    private final String name;
    private final PinnedProcess process;
    private final int port;
    private final Path folder;

    private MeasuredServer(String name, PinnedProcess process, int port, Path folder) {
        this.name = name;
        this.process = process;
        this.port = port;
        this.folder = folder;
    }

    /** Starts the server, and waits until it answers. */
    static MeasuredServer start(String name, int port, Path folder, List<String> command) throws Exception {
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
        try {
            PinnedProcess process = PinnedProcess.start(name, folder, command, () -> answers(channel));
            return new MeasuredServer(name, process, port, folder);
        } finally {
            channel.shutdownNow();
        }
    }

    private static boolean answers(ManagedChannel channel) {
        try {
            return RateLimitServiceGrpc.newBlockingStub(channel)
                            .shouldRateLimit(GrpcLoad.request(GrpcLoad.MOST_DESCRIPTORS))
                            .getOverallCode()
                    == RateLimitResponse.Code.OK;
        } catch (StatusRuntimeException notYet) {
            return false;
        }
    }

    /** Calls per second with many calls in flight, each with this number of descriptors. */
    double load(int descriptors, Duration duration) throws Exception {
        return GrpcLoad.perSecond(port, descriptors, duration, folder);
    }

    String name() {
        return name;
    }

    /** Pauses the server while another one is measured. */
    void pause() throws Exception {
        process.pause();
    }

    void resume() throws Exception {
        process.resume();
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
