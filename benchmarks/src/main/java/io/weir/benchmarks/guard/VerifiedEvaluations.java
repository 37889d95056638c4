package io.weir.benchmarks.guard;

import io.weir.benchmarks.service.Load;
import io.weir.benchmarks.service.Server;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service that evaluates requests of API keys. It is told the id of the key, or verifies the key itself; it is told the headers of
 * a browser, and scores them if its policy says so. The rounds take turns, so that all meet the same machine.
 */
final class VerifiedEvaluations implements AutoCloseable {

    private static final String ADMIN = "benchmark-admin-token-benchmark-admin";
    private static final Pattern KEY = Pattern.compile("\"key\":\"(weir_live_[0-9A-Za-z]{38})\"");
    private static final String ID_TOLD = "\"apiKey\":\"%s\",\"tenant\":\"benchmark\",\"tier\":\"premium\"";
    private static final String SECRET_TOLD =
            "\"secure\":true,\"contentType\":\"application/json\",\"credentials\":{\"apiKey\":\"%s\"}";
    private static final String BROWSER = """
            ,"User-Agent":"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36"\
            ,"Accept":"application/json","Accept-Language":"de-DE,de;q=0.9,en;q=0.8","Accept-Encoding":"gzip, deflate, br, zstd"\
            ,"Sec-CH-UA":"\\"Chromium\\";v=\\"138\\", \\"Not)A;Brand\\";v=\\"8\\"","Sec-CH-UA-Mobile":"?0","Sec-CH-UA-Platform":"\\"Windows\\""\
            ,"Sec-Fetch-Site":"same-origin","Sec-Fetch-Mode":"cors","Referer":"https://shop.example.com/checkout"\
            """;
    private static final Pattern ID = Pattern.compile("\"id\":\"(key_[0-9A-Za-z]{16})\"");

    /** What a request says of its caller: all that the service needs to know, or the key, from which the service takes it. */
    enum Named {
        BY_ID("the id of the key is told", ID_TOLD, ""),
        BY_SECRET("the key is verified", SECRET_TOLD, ""),
        WITH_HEADERS("the id is told, and ten headers", ID_TOLD, BROWSER),
        GUARDED("the key is verified, and the headers are scored", SECRET_TOLD, BROWSER);

        private final String words;
        private final String field;
        private final String headers;

        Named(String words, String field, String headers) {
            this.words = words;
            this.field = field;
            this.headers = headers;
        }

        String words() {
            return words;
        }

        /** Whether the service scores requests, and compares them with request limits. */
        boolean isGuarded() {
            return this == GUARDED;
        }
    }

    private final Server server;
    private final Path script;
    private final String id;
    private final String secret;

    private VerifiedEvaluations(Server server, Path script, String made) {
        this.server = server;
        this.script = script;
        this.id = first(ID, made);
        this.secret = first(KEY, made);
    }

    /** Starts a service with a policy of the resources. */
    static VerifiedEvaluations start(String resource) throws Exception {
        Path folder = Files.createTempDirectory("weir-benchmark");
        Path policy = copied(resource, folder);
        Path script = copied("credentials.lua", folder);
        int port = freePort();
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                "cli/target/weir.jar",
                "serve",
                "--port=" + port,
                "--data-dir=" + folder.resolve("data"),
                "--policy=" + policy,
                "--admin-token=" + ADMIN);
        Server server = Server.start("weir", port, folder, command);
        try {
            return new VerifiedEvaluations(server, script, createKey(port));
        } catch (Exception | Error failure) {
            server.close();
            throw failure;
        }
    }

    private static Path copied(String resource, Path folder) throws IOException {
        try (InputStream in = VerifiedEvaluations.class.getResourceAsStream("/" + resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return Files.write(folder.resolve(resource), in.readAllBytes());
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** The database opens while the service serves already, so the first attempts may be too early. */
    private static String createKey(int port) throws Exception {
        HttpRequest create = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/api-keys"))
                .header("Authorization", "Bearer " + ADMIN)
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"owner\":\"benchmark\",\"tenant\":\"benchmark\",\"tier\":\"premium\"}"))
                .build();
        for (int attempt = 0; attempt < 60; attempt++) {
            HttpResponse<String> made =
                    HttpClient.newHttpClient().send(create, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
            if (made.statusCode() == 201) {
                return made.body();
            }
            Thread.sleep(500);
        }
        throw new IllegalStateException("the service made no key");
    }

    private static String first(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        if (!found.find()) {
            throw new IllegalStateException("the service made no key, but said " + text);
        }
        return found.group(1);
    }

    /** Fails if the service does not know the field. */
    Load round(Named named, Duration duration) throws Exception {
        String field = String.format(Locale.ROOT, named.field, named.field.equals(ID_TOLD) ? id : secret);
        return Load.on(server, duration, script, field, named.headers);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
