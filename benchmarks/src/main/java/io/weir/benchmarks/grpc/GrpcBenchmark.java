package io.weir.benchmarks.grpc;

import io.weir.benchmarks.Results;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Compares ShouldRateLimit with an empty handler of the same gRPC server, with one and four descriptors, in interleaved rounds. Each
 * server is alone on the first core while the others are paused; the load is on the second. Rounds are short, and each is
 * compared with the previous round of the empty handler, because the speed of the machine changes within minutes.
 */
public final class GrpcBenchmark {

    private static final List<Integer> DESCRIPTORS = List.of(1, 4);

    /** More rounds than the compiler needs on its part of one core. */
    private final int warmUps;

    private final int rounds;
    private final Duration round;
    private final Path folder;

    private GrpcBenchmark(boolean quick) throws IOException {
        this.warmUps = quick ? 5 : 20;
        this.rounds = quick ? 5 : 30;
        this.round = Duration.ofSeconds(2);
        this.folder = Files.createTempDirectory("weir-benchmark");
    }

    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments);
        if (!List.of("--quick").containsAll(options)) {
            System.err.println("Unknown option; write benchmarks/run grpc [--quick]");
            System.exit(2);
        }
        if (new ProcessBuilder("which", "h2load", "taskset").start().waitFor() != 0) {
            System.err.println("h2load or taskset is not on the PATH; install them"
                    + " (Debian: apt-get install nghttp2-client util-linux)");
            System.exit(1);
        }
        new GrpcBenchmark(options.contains("--quick")).run();
    }

    private void run() throws Exception {
        Path config = Files.createDirectory(folder.resolve("config"));
        Files.writeString(config.resolve("bench.yaml"), GrpcLoad.limits());
        try (MeasuredServer empty = warmedUp(empty());
                MeasuredServer memory = warmedUp(weir("weir, memory", config));
                RedisServer redis = RedisServer.start();
                MeasuredServer onRedis = warmedUp(weir("weir, redis", config, "--redis", redis.uri()))) {
            Map<MeasuredServer, Map<Integer, List<Double>>> rates = new LinkedHashMap<>();
            for (int i = 1; i <= rounds; i++) {
                for (int descriptors : DESCRIPTORS) {
                    for (MeasuredServer server : List.of(empty, memory, onRedis)) {
                        server.resume();
                        double rate = server.load(descriptors, round);
                        server.pause();
                        rates.computeIfAbsent(server, first -> new LinkedHashMap<>())
                                .computeIfAbsent(descriptors, first -> new ArrayList<>())
                                .add(rate);
                        progress(
                                "round %d of %d: %s, %d descriptors: %,.0f calls/s",
                                i, rounds, server.name(), descriptors, rate);
                    }
                }
            }
            report(rates, rates.getOrDefault(empty, Map.of()));
        }
    }

    private MeasuredServer warmedUp(MeasuredServer server) throws Exception {
        progress("%s: warming up", server.name());
        for (int i = 0; i < warmUps; i++) {
            for (int descriptors : DESCRIPTORS) {
                server.load(descriptors, round);
            }
        }
        server.pause();
        return server;
    }

    private MeasuredServer empty() throws Exception {
        int port = freePort();
        return MeasuredServer.start(
                "empty handler",
                port,
                folder,
                List.of(
                        java(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EmptyService.class.getName(),
                        Integer.toString(port)));
    }

    private MeasuredServer weir(String name, Path config, String... options) throws Exception {
        int port = freePort();
        Path data = Files.createTempDirectory(folder, "data");
        List<String> command = new ArrayList<>(
                List.of(java(), "-jar", "cli/target/weir.jar", "serve", "--port", "0", "--data-dir", data.toString()));
        command.addAll(List.of("--envoy-config", config.toString(), "--grpc-port", Integer.toString(port)));
        command.addAll(List.of(options));
        return MeasuredServer.start(name, port, folder, command);
    }

    private static void report(Map<MeasuredServer, Map<Integer, List<Double>>> rates, Map<Integer, List<Double>> empty)
            throws IOException {
        Results results = new Results("grpc", "descriptors", "calls/s", "of the empty handler", "half of the rounds");
        rates.forEach((server, byDescriptors) -> byDescriptors.forEach((descriptors, each) -> {
            List<Double> base = empty.getOrDefault(descriptors, each);
            List<Double> ratios = IntStream.range(0, each.size())
                    .mapToObj(i -> each.get(i) / base.get(i))
                    .toList();
            results.add(
                    server.name() + ", " + descriptors,
                    descriptors.toString(),
                    median(each),
                    String.format(Locale.ROOT, "%.2f ×", median(ratios)),
                    String.format(Locale.ROOT, "%.2f to %.2f", quartile(ratios, 1), quartile(ratios, 3)));
        }));
        results.print(System.out);
        results.write();
    }

    private static double median(List<Double> figures) {
        return quartile(figures, 2);
    }

    private static double quartile(List<Double> figures, int quarters) {
        List<Double> sorted = figures.stream().sorted().toList();
        return sorted.get(sorted.size() * quarters / 4);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void progress(String format, Object... arguments) {
        System.err.printf(Locale.ROOT, format + "%n", arguments);
    }
}
