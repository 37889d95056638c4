package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.classify.TrustedProxies;
import io.weir.client.PatientHttpClient;
import io.weir.client.patience.Pacing;
import io.weir.client.patience.Partition;
import io.weir.client.patience.Patience;
import io.weir.http.HeaderStyle;
import io.weir.http.HeaderStyle.Dialect;
import io.weir.service.access.Access;
import io.weir.service.credentials.CredentialSettings;
import io.weir.service.guard.GuardSettings;
import io.weir.service.observe.ObserveSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Patient clients of a real service in each dialect of headers. The record is that of a relay before the service. */
final class PoliteClientsTest {

    private static final int THREADS = 64;
    private static final int CALLS_OF_THREAD = 25;
    private static final int ALONE = 350;

    @TempDir
    private static Path folder;

    private static WeirService service;

    @BeforeAll
    static void start() throws IOException {
        service = WeirService.start(settings());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static ServiceSettings settings() throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.yml"), """
                rules:
                  - {name: fast, match: {key: 'fast:*'}, per: key, limit: 20/s burst 1560}
                  - {name: slow, match: {key: 'slow:*'}, per: key, limit: 1/s burst 1}
                  - {name: hourly, match: {key: 'hourly:*'}, per: key, limit: 1/h burst 1}
                """);
        return new ServiceSettings(
                0,
                "127.0.0.1",
                new Access("token", Optional.empty()),
                TrustedProxies.NONE,
                HeaderStyle.of(EnumSet.allOf(Dialect.class)),
                ServiceSettings.LogFormat.TEXT,
                Duration.ofSeconds(20),
                StoreSettings.MEMORY,
                new PolicySettings(Optional.of(policy), PolicySettings.Source.FILE, Optional.empty()),
                ObserveSettings.USUAL,
                FrontSettings.ofHeap(),
                GuardSettings.NONE,
                CredentialSettings.NONE);
    }

    @Test
    void inEachDialectNoArrivalIsEarlyAndFewAreRefused() throws Exception {
        Dialect[] dialects = Dialect.values();
        List<Integer> early = inThreads(dialects.length, number -> {
            try (RecordingRelay relay = new RecordingRelay(service.port(), dialects[number])) {
                oneLaneForAllThreads(relay, dialects[number]);
                alone(relay, dialects[number]);
                handsBackAtOnce(relay, dialects[number]);
                return List.of(relay.early.get());
            }
        });
        assertThat(early)
                .as("arrivals before their promised instants, of " + ALONE + " and more each")
                .containsExactly(0, 0, 0);
    }

    /** 64 threads call as fast as they can. All succeed, and the service refuses one call in twenty at most. */
    private static void oneLaneForAllThreads(RecordingRelay relay, Dialect dialect) throws Exception {
        HttpClient client = PatientHttpClient.around(
                http(),
                Patience.upTo(Duration.ofMinutes(5)).withMostAttempts(50).withPacing(Pacing.AFTER_REFUSAL));
        List<Integer> statuses = inThreads(THREADS, thread -> {
            List<Integer> mine = new ArrayList<>();
            for (int i = 0; i < CALLS_OF_THREAD; i++) {
                mine.add(check(client, relay, "fast:" + dialect, thread + "." + i)
                        .statusCode());
            }
            return mine;
        });
        assertThat(statuses).hasSize(THREADS * CALLS_OF_THREAD).containsOnly(200);
        assertThat(relay.refusals).hasValueLessThanOrEqualTo(THREADS * CALLS_OF_THREAD / 20);
    }

    /** Each call has a lane of its own and learns nothing from others, so that hundreds are refused. */
    private static void alone(RecordingRelay relay, Dialect dialect) throws Exception {
        Partition ofCall = call -> dialect + call.header("X-Call").orElseThrow();
        HttpClient client = PatientHttpClient.around(
                        http(), Patience.upTo(Duration.ofMinutes(5)).withMostAttempts(2))
                .withPartition(ofCall);
        int before = relay.returns.get();
        for (int batch = 0; relay.returns.get() - before < ALONE; batch++) {
            List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
            for (int i = 0; i < ALONE + 10; i++) {
                HttpRequest request = request(relay, "slow:" + dialect + i % 4, batch + "." + i);
                calls.add(client.sendAsync(request, BodyHandlers.ofString()));
            }
            calls.forEach(CompletableFuture::join);
        }
    }

    /** Retry-After is an hour, and the patience is five seconds: a call that waited would take longer than this test may. */
    private static void handsBackAtOnce(RecordingRelay relay, Dialect dialect) throws Exception {
        HttpClient client = PatientHttpClient.around(http(), Patience.upTo(Duration.ofSeconds(5)))
                .withPartition(call -> "hourly " + dialect);
        assertThat(check(client, relay, "hourly:" + dialect, "first").statusCode())
                .isEqualTo(200);
        int before = relay.arrivals.get();
        HttpResponse<String> refused = check(client, relay, "hourly:" + dialect, "second");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("hourly");
        assertThat(relay.arrivals).hasValue(before + 1);
    }

    private interface Caller {
        List<Integer> call(int thread) throws Exception;
    }

    private static List<Integer> inThreads(int number, Caller caller) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(number);
        try {
            List<Future<List<Integer>>> all = IntStream.range(0, number)
                    .mapToObj(thread -> threads.submit(() -> caller.call(thread)))
                    .toList();
            List<Integer> statuses = new ArrayList<>();
            for (Future<List<Integer>> each : all) {
                statuses.addAll(each.get());
            }
            return statuses;
        } finally {
            threads.shutdownNow();
        }
    }

    private static HttpClient http() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private static HttpResponse<String> check(HttpClient client, RecordingRelay relay, String key, String call)
            throws IOException, InterruptedException {
        return client.send(request(relay, key, call), BodyHandlers.ofString());
    }

    private static HttpRequest request(RecordingRelay relay, String key, String call) {
        URI uri = URI.create("http://127.0.0.1:" + relay.port() + "/api/v1/rate-limit/check?key=" + key);
        return HttpRequest.newBuilder(uri).header("X-Call", call).build();
    }
}
