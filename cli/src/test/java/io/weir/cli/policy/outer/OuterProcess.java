package io.weir.cli.policy.outer;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A real program that stands in front of an application. */
final class OuterProcess implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Process process;
    private final int port;

    private OuterProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** The program that a variable of the environment names, or the one on the path. */
    static Optional<Path> program(String variable, String name) {
        Stream<String> candidates = Stream.concat(
                Stream.ofNullable(System.getenv(variable)),
                Arrays.stream(Optional.ofNullable(System.getenv("PATH"))
                                .orElse("")
                                .split(File.pathSeparator))
                        .map(folder -> folder + File.separator + name));
        return candidates.map(Path::of).filter(Files::isExecutable).findFirst();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Starts a program, and waits until it answers a path that no rule is for. */
    static OuterProcess start(Path folder, int port, List<String> command) throws IOException {
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        OuterProcess started = new OuterProcess(process, port);
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            if (!process.isAlive()) {
                throw new AssertionError(Files.readString(log));
            }
            return started.status("GET", "/free") > 0;
        });
        return started;
    }

    int status(String method, String path) throws IOException, InterruptedException {
        return CLIENT.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .timeout(Duration.ofSeconds(30))
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** How many of some requests are let through. */
    int letThrough(int requests, String method, String path) throws IOException, InterruptedException {
        int passed = 0;
        for (int i = 0; i < requests; i++) {
            passed += status(method, path) == 429 ? 0 : 1;
        }
        return passed;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
