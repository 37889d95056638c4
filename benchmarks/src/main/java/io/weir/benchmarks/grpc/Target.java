package io.weir.benchmarks.grpc;

import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server process on the first core, and the load that h2load puts on it from the second. */
final class Target implements AutoCloseable {

    /** A bound that a round never reaches. */
    private static final long LONGEST_START_SECONDS = 120;

    private final String name;
    private final Process process;
    private final int port;
    private final Path folder;

    private Target(String name, Process process, int port, Path folder) {
        this.name = name;
        this.process = process;
        this.port = port;
        this.folder = folder;
    }

    /** Starts the server, and waits until it answers. */
    static Target start(String name, int port, Path folder, List<String> command) throws Exception {
        List<String> pinned = new ArrayList<>(List.of("taskset", "-c", "0"));
        pinned.addAll(command);
        Process process = new ProcessBuilder(pinned)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name.replace(' ', '-') + ".log").toFile())
                .start();
        Target target = new Target(name, process, port, folder);
        target.awaitAnswer();
        return target;
    }

    private void awaitAnswer() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_START_SECONDS);
        ManagedChannel channel =
                NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
        try {
            while (!answers(channel)) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    close();
                    throw new IllegalStateException(name + " does not answer; look into " + folder);
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
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
        signal("-STOP");
    }

    void resume() throws Exception {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
