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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Patient clients of a real service in each dialect of headers. The record is that of a relay before the service. */
final class PoliteClientsTest {

    private static final int THREADS = 64;

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
                  - {name: fast, match: {key: 'fast:*'}, per: key, limit: 2000/s burst 700}
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

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void noArrivalIsEarlyAndFewAreRefused(Dialect dialect) throws Exception {
        try (RecordingRelay relay = new RecordingRelay(service.port(), dialect)) {
            oneLaneForAllThreads(relay, dialect);
            alone(relay, dialect);
            handsBackAtOnce(relay, dialect);
        }
    }

    /** 64 threads call as fast as they can. All succeed, and the service refuses one call in twenty at most. */
    private static void oneLaneForAllThreads(RecordingRelay relay, Dialect dialect) throws Exception {
        HttpClient client = PatientHttpClient.around(
                http(),
                Patience.upTo(Duration.ofMinutes(5)).withMostAttempts(50).withPacing(Pacing.AFTER_REFUSAL));
        int each = 30;
        List<Integer> statuses = inThreads(THREADS, thread -> {
            List<Integer> mine = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                mine.add(check(client, relay, "fast:" + dialect, thread + "." + i)
                        .statusCode());
            }
            return mine;
        });
        assertThat(statuses).hasSize(THREADS * each).containsOnly(200);
        assertThat(relay.refusals).hasValueGreaterThan(0).hasValueLessThanOrEqualTo(THREADS * each / 20);
        assertThat(relay.early).hasValue(0);
    }

    /** Each call has a lane of its own and learns nothing from others, so that hundreds are refused. */
    private static void alone(RecordingRelay relay, Dialect dialect) throws Exception {
        Partition ofCall = call -> dialect + call.header("X-Call").orElseThrow();
        HttpClient client = PatientHttpClient.around(
                        http(), Patience.upTo(Duration.ofMinutes(5)).withMostAttempts(2))
                .withPartition(ofCall);
        int before = relay.returns.get();
        inThreads(
                400,
                thread -> List.of(check(client, relay, "slow:" + dialect + thread % 40, "alone" + thread)
                        .statusCode()));
        assertThat(relay.returns.get() - before).as("calls that came back").isGreaterThanOrEqualTo(350);
        assertThat(relay.early).as("arrivals before their promised instants").hasValue(0);
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
        URI uri = URI.create("http://127.0.0.1:" + relay.port() + "/api/v1/rate-limit/check?key=" + key);
        return client.send(HttpRequest.newBuilder(uri).header("X-Call", call).build(), BodyHandlers.ofString());
    }
}
