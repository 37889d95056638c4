package io.weir.compat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.weir.client.PatientHttpClient;
import io.weir.client.patience.Backoff;
import io.weir.client.patience.LaneClosedException;
import io.weir.client.patience.Partition;
import io.weir.client.patience.Patience;
import io.weir.client.spring.PatientFilter;
import io.weir.client.spring.PatientInterceptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;

/** RestClient and WebClient with patience, as an interceptor or filter and as the HTTP client below. */
final class PatientClientsTest {

    private static final Patience PATIENCE =
            Patience.upTo(Duration.ofSeconds(20)).withBackoff(Backoff.USUAL.withBase(Duration.ZERO));
    private static final int LENGTH = 100_000;
    private static final String LARGE = "x".repeat(LENGTH);

    /** What a test path has seen: lengths of bodies, and the times of arrivals and of refusals. */
    private record Seen(List<Integer> lengths, List<Long> arrivals, List<Long> refusals) {}

    private static final Map<String, Seen> SEEN = new ConcurrentHashMap<>();
    private static HttpServer server;
    private static ExecutorService threads;

    @BeforeAll
    static void start() throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.createContext("/", PatientClientsTest::handle);
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.start();
    }

    @AfterAll
    static void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** Paths such as /429/3600/3/name refuse the first 3 arrivals with this status and, unless it is 0, this Retry-After. */
    private static void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Seen seen = seen(exchange.getRequestURI().getPath());
            String[] path = exchange.getRequestURI().getPath().split("/", -1);
            int length = exchange.getRequestBody().readAllBytes().length;
            seen.lengths().add(length);
            seen.arrivals().add(System.nanoTime());
            boolean refused = seen.lengths().size() <= Integer.parseInt(path[3]);
            if (refused) {
                if (!path[2].equals("0")) {
                    exchange.getResponseHeaders().set("Retry-After", path[2]);
                }
                seen.refusals().add(System.nanoTime());
            }
            byte[] body = (refused ? "slow down" : "hello").getBytes(UTF_8);
            exchange.sendResponseHeaders(refused ? Integer.parseInt(path[1]) : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static Seen seen(String path) {
        return SEEN.computeIfAbsent(
                path,
                fresh -> new Seen(
                        new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>()));
    }

    /** Each test has a lane of its own. */
    private final Partition own = Partition.byOriginAndCredential().and(call -> call.uri().getPath());

    private enum Spring {
        INTERCEPTOR,
        REST_ON_PATIENT_CLIENT,
        FILTER,
        WEB_ON_PATIENT_CLIENT;

        boolean isReactive() {
            return this == FILTER || this == WEB_ON_PATIENT_CLIENT;
        }
    }

    private RestClient rest(Spring way) {
        HttpClient http = HttpClient.newHttpClient();
        return way == Spring.INTERCEPTOR
                ? RestClient.builder()
                        .requestFactory(new JdkClientHttpRequestFactory(http))
                        .requestInterceptor(new PatientInterceptor(PATIENCE).withPartition(own))
                        .build()
                : RestClient.builder()
                        .requestFactory(new JdkClientHttpRequestFactory(
                                PatientHttpClient.around(http, PATIENCE).withPartition(own)))
                        .build();
    }

    private WebClient web(Spring way) {
        return way == Spring.FILTER
                ? WebClient.builder().filter(new PatientFilter(PATIENCE).withPartition(own)).build()
                : WebClient.builder()
                        .clientConnector(new JdkClientHttpConnector(PatientHttpClient.around(
                                        HttpClient.newHttpClient(), PATIENCE)
                                .withPartition(own)))
                        .build();
    }

    private static String path(String script) {
        return "/" + script + "/" + UUID.randomUUID();
    }

    private static String uri(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** Puts a body, and returns status and text of the answer. */
    private String put(Spring way, String path, String body) {
        if (way.isReactive()) {
            return Objects.requireNonNull(web(way).put()
                    .uri(uri(path))
                    .bodyValue(body)
                    .exchangeToMono(answer -> answer.bodyToMono(String.class)
                            .map(text -> answer.statusCode().value() + " " + text))
                    .block());
        }
        return Objects.requireNonNull(rest(way)
                .put()
                .uri(uri(path))
                .body(body)
                .exchange((request, answer) ->
                        answer.getStatusCode().value() + " " + new String(answer.getBody().readAllBytes(), UTF_8)));
    }

    @ParameterizedTest
    @EnumSource(Spring.class)
    void sendsTheWholeBodyAgain(Spring way) {
        String path = path("503/0/2");
        assertThat(put(way, path, LARGE)).isEqualTo("200 hello");
        assertThat(seen(path).lengths()).containsExactly(LENGTH, LENGTH, LENGTH);
    }

    @ParameterizedTest
    @EnumSource(Spring.class)
    void neverArrivesEarly(Spring way) {
        String path = path("429/1/1");
        assertThat(put(way, path, "order")).isEqualTo("200 hello");
        assertThat(seen(path).arrivals().get(1) - seen(path).refusals().get(0)).isGreaterThanOrEqualTo(1_000_000_000);
    }

    @ParameterizedTest
    @EnumSource(Spring.class)
    void anAnswerThatAsksForTooLongAWaitIsHandedBackAtOnce(Spring way) {
        String path = path("429/3600/1");
        assertThat(put(way, path, "order")).isEqualTo("429 slow down");
        assertThatThrownBy(() -> put(way, path, "order")).hasRootCauseInstanceOf(LaneClosedException.class);
        assertThat(seen(path).lengths()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Spring.class)
    void theLastOfFourAnswersIsHandedBackWithItsBody(Spring way) {
        String path = path("503/0/9");
        assertThat(put(way, path, "order")).isEqualTo("503 slow down");
        assertThat(seen(path).lengths()).hasSize(4);
    }

    @ParameterizedTest
    @EnumSource(
            value = Spring.class,
            names = {"FILTER", "WEB_ON_PATIENT_CLIENT"})
    void aReactiveStreamIsNeverResentShort(Spring way) {
        String path = path("503/0/1");
        AtomicInteger left = new AtomicInteger(100);
        Flux<String> once = Flux.generate(sink -> {
            if (left.getAndDecrement() > 0) {
                sink.next("x".repeat(LENGTH / 100));
            } else {
                sink.complete();
            }
        });
        Integer status = web(way)
                .put()
                .uri(uri(path))
                .body(once, String.class)
                .exchangeToMono(answer -> answer.releaseBody().thenReturn(answer.statusCode().value()))
                .block();
        assertThat(status).isEqualTo(503);
        assertThat(seen(path).lengths()).containsExactly(LENGTH);
    }

    @ParameterizedTest
    @EnumSource(
            value = Spring.class,
            names = {"INTERCEPTOR", "REST_ON_PATIENT_CLIENT"})
    void aBlockingStreamIsNeverResentShort(Spring way) {
        String path = path("503/0/1");
        Integer status = rest(way)
                .put()
                .uri(uri(path))
                .body(new InputStreamResource(new ByteArrayInputStream(LARGE.getBytes(UTF_8))))
                .exchange((request, answer) -> answer.getStatusCode().value());
        // The interceptor has the body in memory; the client below does not.
        assertThat(status).isEqualTo(way == Spring.INTERCEPTOR ? 200 : 503);
        assertThat(seen(path).lengths()).containsOnly(LENGTH).hasSize(way == Spring.INTERCEPTOR ? 2 : 1);
    }

    @Test
    void interceptorsBeforeItSeeOneRequest() {
        String path = path("503/0/2");
        AtomicInteger requests = new AtomicInteger();
        RestClient client = RestClient.builder()
                .requestInterceptor((request, body, execution) -> {
                    requests.incrementAndGet();
                    return execution.execute(request, body);
                })
                .requestInterceptor(new PatientInterceptor(PATIENCE).withPartition(own))
                .build();
        assertThat(client.get().uri(uri(path)).retrieve().body(String.class)).isEqualTo("hello");
        assertThat(requests).hasValue(1);
        assertThat(seen(path).lengths()).hasSize(3);
    }

    @Test
    void filtersAfterItSeeEachAttempt() {
        String path = path("503/0/2");
        AtomicInteger attempts = new AtomicInteger();
        WebClient client = WebClient.builder()
                .filter(new PatientFilter(PATIENCE).withPartition(own))
                .filter((request, next) -> {
                    attempts.incrementAndGet();
                    return next.exchange(request);
                })
                .build();
        assertThat(client.get().uri(uri(path)).retrieve().bodyToMono(String.class).block()).isEqualTo("hello");
        assertThat(attempts).hasValue(3);
    }
}
