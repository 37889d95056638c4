package io.weir.benchmarks.scenarios;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Prometheus that scrapes a service every second, with the rules of ops/prometheus. All times in the rules are divided by a factor, so
 * that alerts fire after seconds instead of minutes.
 */
final class Prometheus implements AutoCloseable {

    private static final Path FILES = Path.of("ops", "prometheus");
    private static final Pattern TIME = Pattern.compile("(?<=\\[|for: |offset )(\\d+)([smhd])");
    private static final Map<String, Integer> SECONDS = Map.of("s", 1, "m", 60, "h", 3600, "d", 86400);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final int ATTEMPTS = 300;

    private final Process process;
    private final int port;

    private Prometheus(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static Prometheus start(Path folder, int service, int factor) throws Exception {
        Files.writeString(
                folder.resolve("prometheus.yml"),
                Files.readString(FILES.resolve("prometheus.yml"))
                        .replace("_interval: 15s", "_interval: 1s")
                        .replace("127.0.0.1:8080", "127.0.0.1:" + service));
        for (String rules : List.of("recording.yml", "alerts.yml")) {
            Files.writeString(folder.resolve(rules), shortened(Files.readString(FILES.resolve(rules)), factor));
        }
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Process process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + folder.resolve("prometheus.yml"),
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        Prometheus prometheus = new Prometheus(process, port);
        for (int attempt = 0; !prometheus.isScraping(); attempt++) {
            if (attempt == ATTEMPTS || !process.isAlive()) {
                process.destroy();
                throw new IllegalStateException(Files.readString(folder.resolve("prometheus.log")));
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
        return prometheus;
    }

    static String shortened(String rules, int factor) {
        return TIME.matcher(rules).replaceAll(time -> {
            int seconds = Integer.parseInt(time.group(1)) * SECONDS.getOrDefault(time.group(2), 1);
            return Math.max(5, seconds / factor) + "s";
        });
    }

    private boolean isScraping() throws InterruptedException {
        try {
            double now = System.currentTimeMillis() / 1e3;
            return range("up{job=\"weir\"} == 1", now - 1, now).size() == 1;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Returns the values of a query for each second of a time range, whose ends are in seconds since 1970. */
    List<PlottedSeries> range(String query, double from, double to) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + port + "/api/v1/query_range?step=1&start=" + from + "&end=" + to
                + "&query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        String body = CLIENT.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        JsonNode answer = JsonMapper.shared().readTree(body);
        if (!answer.path("status").asString().equals("success")) {
            throw new IOException(query + ": " + body);
        }
        List<PlottedSeries> found = new ArrayList<>();
        for (JsonNode each : answer.at("/data/result")) {
            Map<String, String> labels = new HashMap<>();
            each.path("metric")
                    .properties()
                    .forEach(
                            label -> labels.put(label.getKey(), label.getValue().asString()));
            List<PlottedSeries.Point> points = new ArrayList<>();
            each.path("values")
                    .forEach(pair -> points.add(new PlottedSeries.Point(
                            pair.path(0).asDouble() - from,
                            Double.parseDouble(pair.path(1).asString()))));
            found.add(new PlottedSeries(labels, points));
        }
        return found;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
