package io.weir.benchmarks.grpc;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server process on the first core, and the load that h2load puts on it from the second. */
final class Target implements AutoCloseable {

    /** A bound that a round never reaches. */
    private static final long LONGEST_START_SECONDS = 120;

    private static final Pattern RATE = Pattern.compile("finished in [^,]+, ([0-9.]+) req/s");
    private static final Pattern FAILED = Pattern.compile("(\\d+) failed, (\\d+) errored, (\\d+) timeout");
    private static final String[] KEYS = {"remote_address", "path", "user", "plan"};

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
                            .shouldRateLimit(request(KEYS.length))
                            .getOverallCode()
                    == RateLimitResponse.Code.OK;
        } catch (StatusRuntimeException notYet) {
            return false;
        }
    }

    private static RateLimitRequest request(int descriptors) {
        RateLimitRequest.Builder request = RateLimitRequest.newBuilder().setDomain("bench");
        for (int i = 0; i < descriptors; i++) {
            request.addDescriptors(RateLimitDescriptor.newBuilder()
                    .addEntries(RateLimitDescriptor.Entry.newBuilder()
                            .setKey(KEYS[i])
                            .setValue("value-" + i)));
        }
        return request.build();
    }

    /** Calls per second with many calls in flight, each with this number of descriptors. */
    double load(int descriptors, Duration duration) throws Exception {
        byte[] message = request(descriptors).toByteArray();
        // As gRPC frames it: not compressed, the length, the message.
        ByteBuffer framed = ByteBuffer.allocate(5 + message.length)
                .put((byte) 0)
                .putInt(message.length)
                .put(message);
        Path body = Files.write(folder.resolve("request-" + descriptors), framed.array());
        Process h2load = new ProcessBuilder(
                        "taskset",
                        "-c",
                        "1",
                        "h2load",
                        "--duration=" + duration.toSeconds(),
                        "--clients=4",
                        "--max-concurrent-streams=64",
                        "--data=" + body,
                        "--header=content-type: application/grpc",
                        "--header=te: trailers",
                        "http://127.0.0.1:" + port + "/envoy.service.ratelimit.v3.RateLimitService/ShouldRateLimit")
                .redirectErrorStream(true)
                .start();
        String said = new String(h2load.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher rate = RATE.matcher(said);
        Matcher failed = FAILED.matcher(said);
        if (h2load.waitFor() != 0
                || !rate.find()
                || !failed.find()
                || !failed.group().startsWith("0 failed, 0 errored")) {
            throw new IllegalStateException("h2load on " + name + " said:\n" + said);
        }
        return Double.parseDouble(rate.group(1));
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
