package io.weir.benchmarks.scenarios;

import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs each scenario of {@code weir bench} against a service on Redis with the ready policy, and draws what a real Prometheus has
 * recorded into docs. All times in the rules and in the scenarios are divided by ten.
 */
public final class ScenarioPictures {

    private static final int FACTOR = 10;
    private static final Path DOCS = Path.of("docs", "scenarios");
    private static final int ATTEMPTS = 600;

    private static final String ALLOWED = "sum(rate(rate_limiter_check_seconds_count{allowed=\"true\"}[5s]))";
    private static final String REJECTED = "sum(rate(rate_limiter_check_seconds_count{allowed=\"false\"}[5s]))";

    private static final List<String> SCENARIOS = List.of("flood", "noisy-neighbour", "redis-outage", "tier-upgrade");

    private final Path folder = Files.createTempDirectory("weir-scenarios");
    private final int port;

    private ScenarioPictures() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
    }

    public static void main(String[] arguments) throws Exception {
        List<String> wanted = arguments.length == 0 ? SCENARIOS : List.of(arguments);
        if (!SCENARIOS.containsAll(wanted)) {
            System.err.println("Unknown scenario; write benchmarks/run scenarios [name …], of " + SCENARIOS);
            System.exit(2);
        }
        Files.createDirectories(DOCS);
        for (String scenario : wanted) {
            new ScenarioPictures().draw(scenario);
        }
    }

    private void draw(String scenario) throws Exception {
        System.err.println(scenario + " …");
        try (RedisServer redis = RedisServer.start()) {
            Process weir = serve(redis.uri());
            try (Prometheus prometheus = Prometheus.start(folder, port, FACTOR)) {
                // The first answers of a process are slow, so they are not drawn.
                run("flood", "20s", List.of("--rate", "0"));
                double from = System.currentTimeMillis() / 1e3;
                run("flood", "12s", List.of("--rate", "0"));
                double begin = System.currentTimeMillis() / 1e3;
                run(scenario, duration(scenario), options(scenario, redis));
                double end = System.currentTimeMillis() / 1e3;
                if (!scenario.equals("tier-upgrade")) {
                    run("flood", "20s", List.of("--rate", "0"));
                }
                double to = System.currentTimeMillis() / 1e3;
                Picture picture = new Picture(to - from);
                graphs(scenario, picture, prometheus, from, to);
                marks(scenario, picture, begin - from, end - from);
                picture.alerts(prometheus.range("ALERTS", from, to));
                Files.writeString(DOCS.resolve(scenario + ".svg"), picture.finish());
            } finally {
                weir.destroy();
                weir.waitFor();
            }
        }
    }

    /** Returns a tenth of the scenario's default duration. */
    private static String duration(String scenario) {
        return switch (scenario) {
            case "flood" -> "18s";
            case "noisy-neighbour" -> "60s";
            case "redis-outage" -> "54s";
            default -> "150s";
        };
    }

    private static List<String> options(String scenario, RedisServer redis) {
        return scenario.equals("redis-outage") ? List.of("--redis-pid", Long.toString(redis.pid())) : List.of();
    }

    private static void graphs(String scenario, Picture picture, Prometheus prometheus, double from, double to)
            throws Exception {
        picture.graph(
                "Requests a second",
                List.of(
                        new Picture.Line("allowed", only(prometheus.range(ALLOWED, from, to))),
                        new Picture.Line("rejected", only(prometheus.range(REJECTED, from, to)))));
        if (scenario.equals("redis-outage")) {
            picture.graph(
                    "The part of decisions made without the store, and of calls to it that failed",
                    List.of(
                            new Picture.Line(
                                    "without the store",
                                    only(prometheus.range(
                                            "sum(rate(rate_limiter_degraded_total[5s]))"
                                                    + " / sum(rate(rate_limiter_requests_total[5s]))",
                                            from,
                                            to))),
                            new Picture.Line(
                                    "failed", only(prometheus.range("weir:store_error_share:rate5m", from, to)))));
            return;
        }
        List<Picture.Line> rules = new ArrayList<>();
        for (PlottedSeries rule : prometheus.range(
                "topk(3, sum by (rule) (rate(api_rate_limit_exceeded_total{mode=\"enforce\"}[5s])) * 60 > 0)",
                from,
                to)) {
            rules.add(new Picture.Line(rule.label("rule"), rule));
        }
        picture.graph("Rejections a minute, by rule", rules);
    }

    private static void marks(String scenario, Picture picture, double begin, double end) {
        switch (scenario) {
            case "redis-outage" -> {
                picture.mark(begin + (end - begin) / 3, "Redis hangs");
                picture.mark(begin + (end - begin) * 2 / 3, "Redis resumes");
            }
            case "tier-upgrade" -> {
                picture.mark(begin, "as free");
                picture.mark(begin + (end - begin) / 2, "as premium");
            }
            default -> {
                picture.mark(begin, "starts");
                picture.mark(end, "ends");
            }
        }
    }

    private static PlottedSeries only(List<PlottedSeries> found) {
        return found.isEmpty() ? new PlottedSeries(Map.of(), List.of()) : found.get(0);
    }

    private Process serve(String redis) throws Exception {
        Process weir = weir(List.of(
                        "serve",
                        "--port=" + port,
                        "--data-dir=" + folder.resolve("weir"),
                        "--redis=" + redis,
                        "--policy=policies/ready.yml"))
                .redirectOutput(folder.resolve("weir.log").toFile())
                .start();
        for (int attempt = 0; !answers(); attempt++) {
            if (attempt == ATTEMPTS || !weir.isAlive()) {
                weir.destroy();
                throw new IllegalStateException(Files.readString(folder.resolve("weir.log")));
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return weir;
    }

    private boolean answers() {
        try {
            URI health = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
            return ((HttpURLConnection) health.toURL().openConnection()).getResponseCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    private void run(String scenario, String duration, List<String> options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("bench", "--url=http://127.0.0.1:" + port, "--scenario=" + scenario, "--for=" + duration));
        arguments.addAll(options);
        if (weir(arguments).inheritIO().start().waitFor() != 0) {
            throw new IllegalStateException(scenario + " failed; see above");
        }
    }

    private static ProcessBuilder weir(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                "bench/target/weir-bench.jar"));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true);
    }
}
