package io.weir.service.envoy;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A real Envoy with the configuration of examples/envoy, on other ports. */
final class EnvoyProcess implements AutoCloseable {

    static final Path EXAMPLE = Path.of("..", "examples", "envoy");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Process process;
    private final int port;
    private final int adminPort;

    private EnvoyProcess(Process process, int port, int adminPort) {
        this.process = process;
        this.port = port;
        this.adminPort = adminPort;
    }

    /** Returns the program that {@code WEIR_TEST_ENVOY} names, or the one on the path. */
    static Optional<Path> program() {
        Stream<String> candidates = Stream.concat(
                Stream.ofNullable(System.getenv("WEIR_TEST_ENVOY")),
                Arrays.stream(Optional.ofNullable(System.getenv("PATH"))
                                .orElse("")
                                .split(File.pathSeparator))
                        .map(folder -> folder + File.separator + "envoy"));
        return candidates.map(Path::of).filter(Files::isExecutable).findFirst();
    }

    /** @param change a change to the configuration of the example */
    static EnvoyProcess start(Path folder, int weir, int shop, UnaryOperator<String> change) throws IOException {
        int port = FreePort.pick();
        int adminPort = FreePort.pick();
        String configuration = change.apply(Files.readString(EXAMPLE.resolve("envoy.yaml")))
                .replace("port_value: 9901", "port_value: " + adminPort)
                .replace("port_value: 10000", "port_value: " + port)
                .replace("port_value: 9000", "port_value: " + shop)
                .replace("port_value: 8081", "port_value: " + weir)
                // A busy machine may need longer than the default.
                .replace("timeout: 0.1s", "timeout: 5s");
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
        EnvoyProcess envoy = new EnvoyProcess(process, port, adminPort);
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

    /** Returns the status of a request whose user header has these bytes. */
    int status(String path, byte[] user) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            OutputStream out = socket.getOutputStream();
            out.write(("GET " + path + " HTTP/1.1\r\nhost: shop\r\nconnection: close\r\nx-user: ")
                    .getBytes(StandardCharsets.US_ASCII));
            out.write(user);
            out.write("\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return Integer.parseInt(answer.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
        }
    }

    /** Returns a counter of Envoy's rate limit filter, such as {@code over_limit}. */
    long counted(String name) throws IOException, InterruptedException {
        String stats = CLIENT.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + "/stats?filter=ratelimit"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        return stats.lines()
                .filter(line -> line.startsWith("cluster.shop.ratelimit." + name + ": "))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
