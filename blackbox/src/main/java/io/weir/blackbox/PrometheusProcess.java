package io.weir.blackbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus with the files of ops/prometheus. It scrapes a service every second. */
public final class PrometheusProcess implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Process process;
    private final int port;

    private PrometheusProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    public static PrometheusProcess start(Path folder, int service) throws IOException {
        Path program = PrometheusTools.program("prometheus");
        Path files = PrometheusTools.OPS.resolve("prometheus");
        String configuration = Files.readString(files.resolve("prometheus.yml"))
                .replace("_interval: 15s", "_interval: 1s")
                .replace("127.0.0.1:8080", "127.0.0.1:" + service);
        Files.writeString(folder.resolve("prometheus.yml"), configuration);
        for (String rules : new String[] {"recording.yml", "alerts.yml"}) {
            Files.copy(files.resolve(rules), folder.resolve(rules));
        }
        int port = freePort();
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--config.file=" + folder.resolve("prometheus.yml"),
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        PrometheusProcess prometheus = new PrometheusProcess(process, port);
        await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> prometheus.value("up{job=\"weir\"}") == 1);
        return prometheus;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Returns the series that the query finds. */
    public JsonNode query(String query) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + port + "/api/v1/query?query=" + URLEncoder.encode(query, UTF_8));
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build();
        String body = CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
        JsonNode answer = JsonMapper.shared().readTree(body);
        if (!answer.path("status").asString().equals("success")) {
            throw new AssertionError(query + ": " + body);
        }
        return answer.at("/data/result");
    }

    /** Returns the value of the first series found, or -1. */
    public double value(String query) throws Exception {
        return query(query).path(0).at("/value/1").asDouble(-1);
    }

    /** Returns whether the alert is pending or firing. */
    public boolean isPendingOrFiring(String alert) throws Exception {
        return !query("ALERTS{alertname=\"" + alert + "\"}").isEmpty();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
