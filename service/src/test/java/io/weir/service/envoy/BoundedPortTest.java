package io.weir.service.envoy;

import static io.weir.service.envoy.ServedEnvoy.descriptor;
import static org.assertj.core.api.Assertions.assertThat;

import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitRequest;
import io.envoyproxy.envoy.service.ratelimit.v3.RateLimitResponse.Code;
import io.grpc.Status;
import io.weir.memory.MemoryStore;
import io.weir.service.envoy.port.PortLimits;
import io.weir.service.http.Forbidden;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.spi.ForwardingStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that try to exhaust the memory of the gRPC port, beside well-behaved clients. */
final class BoundedPortTest {

    private static final String CHECK = "envoy.service.ratelimit.v3.RateLimitService/ShouldRateLimit";
    private static final String HEALTH = "grpc.health.v1.Health/Check";
    private static final String REFLECTION = "grpc.reflection.v1.ServerReflection/ServerReflectionInfo";

    private static final PortLimits LIMITS = new PortLimits(100, 4 * 1024 * 1024, Duration.ofMinutes(5));
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final byte[] NOTHING = {};
    private static final byte[] WHOLE = wholeMessage();

    /** A store that answers when the test opens its gate. */
    private static final class GatedStore extends ForwardingStore {

        private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

        GatedStore() {
            super(new MemoryStore());
        }

        @Override
        public CompletionStage<Answer> charge(List<Charge> charges) {
            return gate.thenCompose(open -> store().charge(charges));
        }
    }

    @TempDir
    private Path folder;

    private final GatedStore store = new GatedStore();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        // Clients close first, because a closing server waits for them.
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private static byte[] wholeMessage() {
        byte[] request = RateLimitRequest.newBuilder()
                .setDomain("d")
                .addDescriptors(descriptor("k", "v"))
                .build()
                .toByteArray();
        return RawHttp2.message(request.length, request);
    }

    private ServedEnvoy serve(EnvoySettings settings) {
        ServedEnvoy envoy = ServedEnvoy.start(
                settings,
                store,
                "domain: d",
                "descriptors: [{key: k, rate_limit: {unit: year, requests_per_unit: 100000}}]");
        open.add(envoy);
        return envoy;
    }

    private ServedEnvoy serve(PortLimits limits) {
        return serve(ServedEnvoy.settings(folder, false).withLimits(limits));
    }

    private RawHttp2 connect(ServedEnvoy envoy, int... settings) throws IOException {
        RawHttp2 client = RawHttp2.connect(envoy.serving().port(), settings);
        open.add(client);
        return client;
    }

    private static void check(RawHttp2 client, int stream) throws IOException {
        client.call(stream, CHECK);
        client.data(stream, WHOLE, RawHttp2.END_STREAM);
    }

    private static Status.Code status(RawHttp2 client, int stream) throws Exception {
        return Status.fromCodeValue(client.statusOf(stream)).getCode();
    }

    private static void assertUnharmed(ServedEnvoy envoy) {
        assertThat(envoy.ask("d", descriptor("k", "other")).getOverallCode()).isEqualTo(Code.OK);
    }

    @Test
    void announcesTheMostCallsOfAConnection() throws Exception {
        assertThat(connect(serve(LIMITS)).serverSetting(RawHttp2.MAX_CONCURRENT_STREAMS))
                .isEqualTo(1_000);
    }

    @Test
    void closesAConnectionThatFloodsWithResets() throws Exception {
        ServedEnvoy envoy = serve(LIMITS);
        RawHttp2 client = connect(envoy);
        RawHttp2.sendUntilClosed(() -> {
            for (int call = 0; call < 50_000; call++) {
                client.call(2 * call + 1, CHECK);
                client.reset(2 * call + 1);
            }
            client.flush();
        });
        assertThat(client.awaitClose()).isIn(ENHANCE_YOUR_CALM, -1);
        assertUnharmed(envoy);
    }

    @Test
    void closesTheConnectionIdleForLongestWhenThereAreTooMany() throws Exception {
        ServedEnvoy envoy = serve(new PortLimits(3, LIMITS.callBytes(), LIMITS.idle()));
        RawHttp2 first = connect(envoy);
        RawHttp2 unused = connect(envoy);
        RawHttp2 third = connect(envoy);
        // The answer shows that the server has read everything that the client sent before.
        for (RawHttp2 client : List.of(unused, first, third)) {
            check(client, 1);
            assertThat(status(client, 1)).isEqualTo(Status.Code.OK);
        }
        RawHttp2 fourth = connect(envoy);
        unused.awaitClose();
        for (RawHttp2 client : List.of(first, third, fourth)) {
            check(client, 3);
            assertThat(status(client, 3)).isEqualTo(Status.Code.OK);
        }
    }

    @Test
    void closesIdleConnectionsAndKeepsThoseWithACall() throws Exception {
        ServedEnvoy envoy = serve(new PortLimits(LIMITS.connections(), LIMITS.callBytes(), Duration.ofMillis(500)));
        store.gate = new CompletableFuture<>();
        RawHttp2 busy = connect(envoy);
        check(busy, 1);
        busy.flush();
        connect(envoy).awaitClose();
        store.gate.complete(null);
        assertThat(status(busy, 1)).isEqualTo(Status.Code.OK);
    }

    @Test
    void closesAConnectionWithTooManyUnfinishedMessages() throws Exception {
        ServedEnvoy envoy = serve(LIMITS);
        RawHttp2 client = connect(envoy);
        RawHttp2.sendUntilClosed(() -> {
            for (int call = 0; call < 900; call++) {
                client.call(2 * call + 1, CHECK);
                client.data(2 * call + 1, RawHttp2.message(100, new byte[1]), 0);
            }
            client.flush();
        });
        client.awaitClose();
        assertUnharmed(envoy);
    }

    @Test
    void closesAConnectionThatSendsManyTinyFrames() throws Exception {
        ServedEnvoy envoy = serve(LIMITS);
        RawHttp2 client = connect(envoy);
        client.call(1, CHECK);
        client.data(1, RawHttp2.message(10_000, new byte[1]), 0);
        RawHttp2.sendUntilClosed(() -> {
            for (int frame = 0; frame < 5_000; frame++) {
                client.data(1, new byte[1], 0);
            }
            client.flush();
        });
        client.awaitClose();
        assertUnharmed(envoy);
    }

    @Test
    void closesAConnectionThatDoesNotReadItsAnswers() throws Exception {
        ServedEnvoy envoy = serve(LIMITS);
        RawHttp2 client = connect(envoy, RawHttp2.INITIAL_WINDOW_SIZE, 0);
        RawHttp2.sendUntilClosed(() -> {
            for (int call = 0; call < 1_000; call++) {
                check(client, 2 * call + 1);
            }
            client.flush();
        });
        client.awaitClose();
        assertUnharmed(envoy);
    }

    @Test
    void rejectsAWrongTokenBeforeTheMessageArrives() throws Exception {
        ServedEnvoy envoy = serve(new EnvoySettings(folder, "127.0.0.1", 0, false, authorization -> false));
        RawHttp2 client = connect(envoy);
        client.call(1, CHECK);
        client.data(1, RawHttp2.message(100_000, new byte[1]), 0);
        assertThat(status(client, 1)).isEqualTo(Status.Code.UNAUTHENTICATED);
        client.call(3, REFLECTION);
        assertThat(status(client, 3)).isEqualTo(Status.Code.UNAUTHENTICATED);
    }

    @Test
    void namesTheScopeThatAnApiKeyLacks() throws Exception {
        ServedEnvoy envoy = serve(new EnvoySettings(folder, "127.0.0.1", 0, false, authorization -> {
            throw Forbidden.withoutScope("weir:check");
        }));
        RawHttp2 client = connect(envoy);
        client.call(1, CHECK);
        client.data(1, RawHttp2.message(0, NOTHING), RawHttp2.END_STREAM);
        assertThat(status(client, 1)).isEqualTo(Status.Code.PERMISSION_DENIED);
    }

    @Test
    void rejectsALargeMessageToHealth() throws Exception {
        RawHttp2 client = connect(serve(LIMITS));
        client.call(1, HEALTH);
        client.data(1, RawHttp2.message(4_000_000, new byte[5_000]), 0);
        assertThat(status(client, 1)).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        client.call(3, HEALTH);
        client.data(3, RawHttp2.message(0, NOTHING), RawHttp2.END_STREAM);
        assertThat(status(client, 3)).isEqualTo(Status.Code.OK);
    }

    @Test
    void rejectsGarbageWithoutLogging() throws Exception {
        List<LogRecord> logged = new CopyOnWriteArrayList<>();
        Handler handler = new RecordingHandler(logged);
        Logger grpc = Logger.getLogger("io.grpc.internal");
        grpc.addHandler(handler);
        try {
            RawHttp2 client = connect(serve(LIMITS));
            byte[] garbage = RawHttp2.message(3, new byte[] {(byte) 0xFF, (byte) 0xFF, 1});
            int stream = 1;
            for (String method : List.of(CHECK, HEALTH, REFLECTION)) {
                client.call(stream, method);
                client.data(stream, garbage, RawHttp2.END_STREAM);
                assertThat(status(client, stream)).as(method).isEqualTo(Status.Code.INVALID_ARGUMENT);
                stream += 2;
            }
            client.call(stream, CHECK);
            client.data(stream, NOTHING, RawHttp2.END_STREAM);
            assertThat(status(client, stream)).isEqualTo(Status.Code.INVALID_ARGUMENT);
        } finally {
            grpc.removeHandler(handler);
        }
        assertThat(logged).extracting(LogRecord::getMessage).isEmpty();
    }

    private static final class RecordingHandler extends Handler {

        private final List<LogRecord> logged;

        RecordingHandler(List<LogRecord> logged) {
            this.logged = logged;
        }

        @Override
        public void publish(LogRecord record) {
            logged.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
