package io.weir.benchmarks.service;

import io.weir.benchmarks.Results;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Compares the service on memory with the service on Redis: checks, evaluations with five rules, and checks at a fixed pace. The service is
 * alone on the first core; Redis and the load share the second.
 *
 * @param scripts the scripts for wrk, by the names of the calls that they send
 */
record StoresBenchmark(int rounds, Duration warmUp, Duration round, Map<String, Path> scripts) {

    private static final int KEYS = 100_000;
    private static final int PACE = 10_000;

    /** Starts a service with additional options. */
    interface Start {
        Server with(String name, List<String> options) throws Exception;
    }

    /** @param reference another server that answers checks; its latency at the same pace is that of the machine */
    void run(Start start, Server reference, Path policy) throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            new ProcessBuilder("taskset", "-acp", "1", Long.toString(redis.pid()))
                    .start()
                    .waitFor();
            List<String> options = List.of("--policy", policy.toString());
            List<String> onRedis = new ArrayList<>(options);
            onRedis.addAll(List.of("--redis", redis.uri()));
            try (Server memory = start.with("memory", options);
                    Server shared = start.with("redis", onRedis)) {
                compare(List.of(memory, shared));
                pace(reference, List.of(memory, shared));
            }
        }
    }

    private void compare(List<Server> servers) throws Exception {
        Map<String, List<Load>> loads = new LinkedHashMap<>();
        Map<String, Degraded> degraded = new LinkedHashMap<>();
        for (Server server : servers) {
            server.resume();
            for (Path script : scripts.values()) {
                Load.on(server, warmUp, script, KEYS);
            }
            server.pause();
        }
        for (int i = 1; i <= rounds; i++) {
            for (Map.Entry<String, Path> script : scripts.entrySet()) {
                for (Server server : servers) {
                    String name = script.getKey() + " on " + server.name();
                    server.resume();
                    Degraded share = degraded.computeIfAbsent(name, first -> new Degraded());
                    share.begin(server);
                    Load load = Load.on(server, round, script.getValue(), KEYS);
                    share.end(server);
                    server.pause();
                    System.err.printf(Locale.ROOT, "round %d of %d: %s %,.0f/s%n", i, rounds, name, load.perSecond());
                    loads.computeIfAbsent(name, first -> new ArrayList<>()).add(load);
                }
            }
        }
        Results results = new Results(
                "service-stores", "per second", "of memory", "degraded", "p50 ms", "p95 ms", "p99 ms", "CPU µs");
        loads.forEach((name, some) -> {
            List<Load> memory = loads.getOrDefault(name.substring(0, name.indexOf(" on ")) + " on memory", some);
            double part = median(some, Load::perSecond) / median(memory, Load::perSecond);
            results.add(
                    name,
                    median(some, Load::perSecond),
                    String.format(Locale.ROOT, "%.2f ×", part),
                    degraded.getOrDefault(name, new Degraded()).share(),
                    median(some, Load::p50Millis),
                    median(some, Load::p95Millis),
                    median(some, Load::p99Millis),
                    median(some, Load::cpuMicros));
        });
        results.print(System.out);
        results.write();
    }

    /** The share of decisions without Redis, which say nothing about the speed of Redis. */
    private static final class Degraded {
        private double all;
        private double without;

        private void begin(Server server) throws IOException {
            all -= server.decisions(Server.DecisionKind.ALL);
            without -= server.decisions(Server.DecisionKind.DEGRADED);
        }

        private void end(Server server) throws IOException {
            all += server.decisions(Server.DecisionKind.ALL);
            without += server.decisions(Server.DecisionKind.DEGRADED);
        }

        private String share() {
            return String.format(Locale.ROOT, "%.2f %%", 100 * without / Math.max(1, all));
        }
    }

    private static double median(List<Load> loads, ToDoubleFunction<Load> figure) {
        double[] sorted = loads.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private void pace(Server reference, List<Server> services) throws Exception {
        Map<Server, List<long[]>> found = new LinkedHashMap<>();
        Map<Server, Degraded> degraded = new LinkedHashMap<>();
        for (int i = 1; i <= rounds; i++) {
            found.computeIfAbsent(reference, first -> new ArrayList<>()).add(pacedRound(reference));
            for (Server server : services) {
                Degraded share = degraded.computeIfAbsent(server, first -> new Degraded());
                server.resume();
                share.begin(server);
                found.computeIfAbsent(server, first -> new ArrayList<>()).add(pacedRound(server));
                server.resume();
                share.end(server);
                server.pause();
            }
            System.err.printf(Locale.ROOT, "round %d of %d at %,d checks/s%n", i, rounds, PACE);
        }
        Results results = new Results("service-paced", "degraded", "p50 ms", "p95 ms", "p99 ms", "longest ms");
        found.forEach((server, each) -> results.add(
                String.format(Locale.ROOT, "%,d checks/s on %s", PACE, server.name()),
                server == reference
                        ? ""
                        : degraded.getOrDefault(server, new Degraded()).share(),
                medianMillis(each, 1),
                medianMillis(each, 2),
                medianMillis(each, 3),
                medianMillis(each, 4)));
        results.print(System.out);
        results.write();
    }

    private long[] pacedRound(Server server) throws Exception {
        server.resume();
        long[] found = paced(server, round);
        server.pause();
        return found;
    }

    private static double medianMillis(List<long[]> rounds, int figure) {
        long[] sorted = rounds.stream().mapToLong(each -> each[figure]).sorted().toArray();
        return sorted[sorted.length / 2] / 1e3;
    }

    private static long[] paced(Server server, Duration duration) throws IOException, InterruptedException {
        Process load = new ProcessBuilder(
                        "taskset",
                        "-c",
                        "1",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        PacedLoad.class.getName(),
                        Integer.toString(server.port()),
                        Integer.toString(PACE),
                        Long.toString(duration.toSeconds()),
                        PacedLoad.RequestKind.CHECKS.name())
                .redirectErrorStream(true)
                .start();
        String output = new String(load.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (load.waitFor() != 0 || !output.startsWith("RESULT ")) {
            throw new IllegalStateException("the paced load failed:\n" + output);
        }
        String[] words = output.strip().split(" ", -1);
        long[] numbers = new long[words.length - 1];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Long.parseLong(words[i + 1]);
        }
        return numbers;
    }
}
