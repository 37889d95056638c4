package io.weir.cli.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.blackbox.Calls;
import io.weir.blackbox.PostgresServer;
import io.weir.blackbox.ServeProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two processes of weir serve that share the keys in a real PostgreSQL. */
final class KeysOfTwoProcessesTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int CALLS_AFTERWARDS = 200;

    private static ServeProcess start(Path folder, String database) throws Exception {
        Map<String, String> secrets = Map.of(
                "WEIR_ADMIN_TOKEN", Calls.ADMIN, "WEIR_CHECK_TOKEN", "check-secret", "WEIR_PEPPER", "11".repeat(32));
        return ServeProcess.start(
                Files.createDirectory(folder), secrets, "--database=" + database, "--database-user=postgres");
    }

    private static boolean accepts(int port, String key) throws Exception {
        HttpRequest check = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/api/v1/rate-limit/check?key=a"))
                .header("Authorization", "Bearer " + key)
                .timeout(Duration.ofMinutes(1))
                .build();
        return CLIENT.send(check, HttpResponse.BodyHandlers.discarding()).statusCode() != 401;
    }

    @Test
    void aKeyOfOneIsAcceptedAtTheOtherUntilItIsRevoked(@TempDir Path folder) throws Exception {
        String database = PostgresServer.shared().newDatabase();
        try (ServeProcess one = start(folder.resolve("one"), database);
                ServeProcess other = start(folder.resolve("other"), database)) {
            Calls first = new Calls(one.port());
            int second = other.port();
            JsonNode made = Calls.json(
                    first.send("POST", "/api/v1/api-keys", "{\"owner\":\"acme\",\"scopes\":[\"weir:check\"]}"));
            String key = made.path("key").asString();
            await().atMost(LONGEST).until(() -> accepts(second, key));

            AtomicInteger accepted = new AtomicInteger();
            AtomicInteger refused = new AtomicInteger();
            AtomicInteger acceptedAfterwards = new AtomicInteger();
            AtomicBoolean ended = new AtomicBoolean();
            CompletableFuture<Void> load = CompletableFuture.runAsync(() -> {
                while (!ended.get()) {
                    try {
                        boolean isAccepted = accepts(second, key);
                        (isAccepted ? refused.get() > 0 ? acceptedAfterwards : accepted : refused).incrementAndGet();
                    } catch (Exception failure) {
                        throw new IllegalStateException(failure);
                    }
                }
            });
            await().atMost(LONGEST).until(() -> load.isDone() || accepted.get() > CALLS_AFTERWARDS);
            String id = "{\"id\":\"" + made.path("id").asString() + "\"}";
            assertThat(first.send("POST", "/api/v1/api-keys/revoke", id).statusCode())
                    .isEqualTo(200);
            assertThat(accepts(one.port(), key)).isFalse();
            await().atMost(LONGEST).until(() -> load.isDone() || refused.get() > CALLS_AFTERWARDS);
            ended.set(true);
            load.join();
            assertThat(acceptedAfterwards).hasValue(0);
        }
    }
}
