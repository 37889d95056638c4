package io.weir.benchmarks.grpc;

import io.envoyproxy.envoy.extensions.common.ratelimit.v3.RateLimitDescriptor;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls to ShouldRateLimit, sent by h2load from the second core. */
public final class GrpcLoad {

    private static final List<String> KEYS = List.of("remote_address", "path", "user", "plan");
    static final int MOST_DESCRIPTORS = KEYS.size();

    private static final Pattern RATE = Pattern.compile("finished in [^,]+, ([0-9.]+) req/s");
    private static final Pattern FAILED = Pattern.compile("(\\d+) failed, (\\d+) errored, (\\d+) timeout");

    private GrpcLoad() {}

    /** Limits for all descriptors, so high that none is ever over its limit. */
    public static String limits() {
        StringBuilder limits = new StringBuilder("domain: bench\ndescriptors:\n");
        for (String key : KEYS) {
            limits.append("  - {key: ")
                    .append(key)
                    .append(", rate_limit: {unit: minute, requests_per_unit: 4294967295}}\n");
        }
        return limits.toString();
    }

    static RateLimitRequest request(int descriptors) {
        RateLimitRequest.Builder request = RateLimitRequest.newBuilder().setDomain("bench");
        for (int i = 0; i < descriptors; i++) {
            request.addDescriptors(RateLimitDescriptor.newBuilder()
                    .addEntries(RateLimitDescriptor.Entry.newBuilder()
                            .setKey(KEYS.get(i))
                            .setValue("value-" + i)));
        }
        return request.build();
    }

    /** Returns the calls per second with many calls in flight, each with this number of descriptors. */
    public static double perSecond(int port, int descriptors, Duration duration, Path folder) throws Exception {
        byte[] message = request(descriptors).toByteArray();
        // The frame of gRPC: a byte for no compression, the length, the message.
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
        String output = new String(h2load.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher rate = RATE.matcher(output);
        Matcher failed = FAILED.matcher(output);
        if (h2load.waitFor() != 0
                || !rate.find()
                || !failed.find()
                || !failed.group().startsWith("0 failed, 0 errored")) {
            throw new IllegalStateException("h2load on port " + port + " printed:\n" + output);
        }
        return Double.parseDouble(rate.group(1));
    }
}
