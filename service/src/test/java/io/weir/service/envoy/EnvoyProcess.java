package io.weir.service.envoy;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** A real Envoy with the configuration of examples/envoy, on other ports. */
final class EnvoyProcess implements AutoCloseable {

    static final Path EXAMPLE = Path.of("..", "examples", "envoy");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Process process;
    private final int port;

    private EnvoyProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** The program, by {@code WEIR_TEST_ENVOY} or on the path. */
    static Optional<Path> program() {
        Stream<String> candidates = Stream.concat(
                Stream.ofNullable(System.getenv("WEIR_TEST_ENVOY")),
                Arrays.stream(Optional.ofNullable(System.getenv("PATH"))
                                .orElse("")
                                .split(File.pathSeparator))
                        .map(folder -> folder + File.separator + "envoy"));
        return candidates.map(Path::of).filter(Files::isExecutable).findFirst();
    }

    /** @param deny whether it refuses requests when Weir does not answer */
    static EnvoyProcess start(Path folder, int weir, int shop, boolean deny) throws IOException {
        int port = FreePort.pick();
        String configuration = Files.readString(EXAMPLE.resolve("envoy.yaml"))
                .replace("port_value: 9901", "port_value: 0")
                .replace("port_value: 10000", "port_value: " + port)
                .replace("port_value: 9000", "port_value: " + shop)
                .replace("port_value: 8081", "port_value: " + weir)
                // A machine that does other things meanwhile takes its time.
                .replace("timeout: 0.1s", "timeout: 5s")
                .replace("failure_mode_deny: false", "failure_mode_deny: " + deny);
        Path file = Files.writeString(folder.resolve("envoy-" + port + ".yaml"), configuration);
        Process process = new ProcessBuilder(
                        program().orElseThrow().toString(),
                        "-c",
                        file.toString(),
                        "--disable-hot-restart",
                        "--concurrency",
                        "1",
                        "--log-level",
                        "warning")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("envoy-" + port + ".log").toFile())
                .start();
        EnvoyProcess envoy = new EnvoyProcess(process, port);
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() -> envoy.get("/ready", "nobody").statusCode() > 0);
        return envoy;
    }

    HttpResponse<String> get(String path, String user) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header("x-user", user)
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
