package io.weir.benchmarks.service;

import io.weir.benchmarks.Results;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Compares {@code /check} with nginx {@code limit_req} and with a WebFlux controller around the same limiter: medians of interleaved
 * rounds. Each server is alone on the first core while the others are paused; the load is on the second.
 */
public final class ServiceBenchmark {

    private static final int KEYS = 100_000;

    private final int rounds;
    private final Duration warmUp;
    private final Duration round;
    private final int manyKeys;
    private final Path folder;
    private final Path script;

    private ServiceBenchmark(boolean quick) throws IOException {
        this.rounds = quick ? 3 : 5;
        this.warmUp = Duration.ofSeconds(quick ? 20 : 40);
        this.round = Duration.ofSeconds(quick ? 3 : 5);
        this.manyKeys = quick ? 1_000_000 : 10_000_000;
        this.folder = Files.createTempDirectory("weir-benchmark");
        this.script = Files.writeString(folder.resolve("checks.lua"), resource("checks.lua"));
    }

    public static void main(String[] arguments) throws Exception {
        List<String> options = List.of(arguments);
        if (!List.of("--quick", "--stores").containsAll(options)) {
            System.err.println("Unknown option; write benchmarks/run service [--quick] [--stores]");
            System.exit(2);
        }
        requireTool("taskset", "util-linux");
        requireTool("nginx", "nginx");
        requireTool("wrk", "wrk");
        ServiceBenchmark benchmark = new ServiceBenchmark(options.contains("--quick"));
        if (!options.contains("--stores")) {
            benchmark.run();
        }
        benchmark.stores();
    }

    private static void requireTool(String name, String debianPackage) throws Exception {
        if (new ProcessBuilder("which", name).start().waitFor() != 0) {
            System.err.println(
                    name + " is not on the PATH; install it (Debian: apt-get install " + debianPackage + ")");
            System.exit(1);
        }
    }

    private void run() throws Exception {
        Map<Server, List<Load>> loads = new LinkedHashMap<>();
        try (Server weir = warmedUp(weir());
                Server nginx = warmedUp(nginx());
                Server webFlux = warmedUp(webFlux())) {
            for (Server server : List.of(weir, nginx, webFlux)) {
                loads.put(server, new ArrayList<>());
            }
            for (int i = 1; i <= rounds; i++) {
                for (Server server : loads.keySet()) {
                    server.resume();
                    Load load = Load.on(server, round, script, KEYS);
                    server.pause();
                    progress("round %d of %d: %s %,.0f checks/s", i, rounds, server.name(), load.perSecond());
                    loads.get(server).add(load);
                }
            }
            report(loads, weir);
            weir.resume();
            memory(weir);
        }
    }

    private void stores() throws Exception {
        Map<String, Path> scripts = new LinkedHashMap<>();
        scripts.put("checks", script);
        scripts.put("evaluations", Files.writeString(folder.resolve("evaluations.lua"), resource("evaluations.lua")));
        Path policy = Files.writeString(folder.resolve("five-rules.yml"), resource("five-rules.yml"));
        try (Server nginx = warmedUp(nginx())) {
            new StoresBenchmark(rounds, warmUp, round, scripts).run(this::weir, nginx, policy);
        }
    }

    private Server warmedUp(Server server) throws Exception {
        progress("%s: first answer after %.1f s, warming up", server.name(), seconds(server.firstAnswer()));
        try {
            Load.on(server, warmUp, script, KEYS);
        } catch (Exception failure) {
            server.close();
            throw failure;
        }
        server.pause();
        return server;
    }

    private Server weir() throws Exception {
        return weir("weir", List.of());
    }

    private Server weir(String name, List<String> options) throws Exception {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(java(), "-jar", "cli/target/weir.jar", "serve"));
        command.addAll(List.of("--port", "" + port, "--data-dir", "" + folder.resolve(name)));
        command.addAll(options);
        return Server.start(name, port, folder, command);
    }

    private Server nginx() throws Exception {
        int port = freePort();
        String configuration =
                resource("nginx.conf").replace("@folder@", "" + folder).replace("@port@", "" + port);
        Path file = Files.writeString(folder.resolve("nginx.conf"), configuration);
        return Server.start("nginx limit_req", port, folder, List.of("nginx", "-c", file.toString()));
    }

    private Server webFlux() throws Exception {
        int port = freePort();
        // Like the service: one event loop on the one core, which leaves more of the core to the compiler.
        return Server.start(
                "webflux controller",
                port,
                folder,
                List.of(
                        java(),
                        "-Dreactor.netty.ioWorkerCount=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WebFluxCheck.class.getName(),
                        "--server.port=" + port));
    }

    private static void report(Map<Server, List<Load>> loads, Server weir) throws IOException {
        Results results = new Results(
                "service", "checks/s", "weir is", "p50 ms", "p95 ms", "p99 ms", "CPU µs/check", "first answer s");
        double ours = median(loads.getOrDefault(weir, List.of()), Load::perSecond);
        loads.forEach((server, rounds) -> results.add(
                server.name(),
                median(rounds, Load::perSecond),
                String.format(Locale.ROOT, "%.2f ×", ours / median(rounds, Load::perSecond)),
                median(rounds, Load::p50Millis),
                median(rounds, Load::p95Millis),
                median(rounds, Load::p99Millis),
                median(rounds, Load::cpuMicros),
                seconds(server.firstAnswer())));
        results.print(System.out);
        results.write();
    }

    /** Checks each of many keys once, so that a store with a bound reaches it. */
    private void memory(Server weir) throws Exception {
        long before = weir.residentBytes();
        long sent = 0;
        while (sent < manyKeys) {
            sent += Load.on(weir, round, script, Integer.MAX_VALUE, KEYS + sent, 1)
                    .requests();
            progress("%,d of %,d distinct keys", sent, manyKeys);
        }
        Results results = new Results("service-memory", "distinct keys", "MB before", "MB after");
        results.add("weir", sent, before / 1e6, weir.residentBytes() / 1e6);
        results.print(System.out);
        results.write();
    }

    private static double median(List<Load> loads, ToDoubleFunction<Load> figure) {
        double[] sorted = loads.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Returns a port on which no process listens at the moment. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Returns the text of a resource of the benchmarks. */
    public static String resource(String name) throws IOException {
        try (InputStream in = ServiceBenchmark.class.getClassLoader().getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void progress(String format, Object... arguments) {
        System.err.printf(Locale.ROOT, format + "%n", arguments);
    }
}
