package io.weir.client;

import static io.weir.client.ScriptedServer.OK;
import static io.weir.client.ScriptedServer.UNAVAILABLE;
import static io.weir.client.ScriptedServer.refusedFor;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.client.ScriptedServer.Arrival;
import io.weir.client.patience.Backoff;
import io.weir.client.patience.ClientListener;
import io.weir.client.patience.LaneClosedException;
import io.weir.client.patience.OutgoingCall;
import io.weir.client.patience.Patience;
import io.weir.client.patience.RetryReason;
import io.weir.client.spi.LaneRegistry;
import io.weir.client.spi.PatientCalls;
import io.weir.client.spi.VirtualClientTime;
import io.weir.time.ManualTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Java's client on a real server; the waits of the server are on virtual time. */
final class PatientHttpClientTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Patience PATIENCE =
            Patience.upTo(Duration.ofSeconds(5)).withBackoff(Backoff.USUAL.withBase(Duration.ZERO));

    private static ScriptedServer server;

    private final ManualTime time = ManualTime.create();
    private final CountDownLatch waits = new CountDownLatch(1);

    @BeforeAll
    static void start() throws IOException {
        server = new ScriptedServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private PatientHttpClient client(Patience patience) {
        PatientCalls calls = PatientCalls.of(patience, new LaneRegistry(new VirtualClientTime(time)), most -> 0)
                .withListener(new ClientListener() {
                    @Override
                    public void retrying(OutgoingCall call, RetryReason reason, Duration wait) {
                        waits.countDown();
                    }
                });
        return new PatientHttpClient(HTTP, calls);
    }

    private static HttpRequest get() {
        return HttpRequest.newBuilder(server.uri()).build();
    }

    private static HttpRequest post(BodyPublisher body) {
        return HttpRequest.newBuilder(server.uri()).POST(body).build();
    }

    private enum Way {
        BLOCKING,
        ASYNC;

        /** Sends on another thread than that of the test. */
        FutureTask<HttpResponse<String>> begin(HttpClient client, HttpRequest request) {
            FutureTask<HttpResponse<String>> task = new FutureTask<>(() -> send(client, request));
            new Thread(task, "caller").start();
            return task;
        }

        HttpResponse<String> send(HttpClient client, HttpRequest request) throws Exception {
            if (this == BLOCKING) {
                return client.send(request, BodyHandlers.ofString());
            }
            try {
                return client.sendAsync(request, BodyHandlers.ofString()).get();
            } catch (ExecutionException failure) {
                throw failure.getCause() instanceof Exception cause ? cause : failure;
            }
        }
    }

    /** Advances the time until the call is done; each step only after the timer of the call can have been set. */
    private HttpResponse<String> await(FutureTask<HttpResponse<String>> call) throws Exception {
        waits.await();
        while (!call.isDone()) {
            time.advance(Duration.ofMillis(10));
            Thread.onSpinWait();
        }
        return call.get();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void waitsAndSendsAgain(Way way) throws Exception {
        server.script(refusedFor(2), OK);
        HttpResponse<String> answer = await(way.begin(client(PATIENCE), post(BodyPublishers.ofString("order"))));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("hello");
        assertThat(server.arrivals)
                .containsExactly(new Arrival("POST", "order", "", ""), new Arrival("POST", "order", "", "1"));
        assertThat(time.elapsedMicros()).isGreaterThanOrEqualTo(2_000_000);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void anAnswerThatAsksForTooLongAWaitIsHandedBackAtOnce(Way way) throws Exception {
        server.script(refusedFor(3_600));
        PatientHttpClient client = client(PATIENCE);
        HttpResponse<String> answer = way.send(client, get());
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.body()).isEqualTo("slow down");
        assertThatThrownBy(() -> way.send(client, get()))
                .isInstanceOfSatisfying(
                        LaneClosedException.class,
                        closed -> assertThat(closed.retryAfter()).isEqualTo(Duration.ofHours(1)));
        assertThat(server.arrivals)
                .as("nothing is sent while the lane is closed")
                .hasSize(1);
        assertThat(time.elapsedMicros()).as("nobody has waited").isZero();
    }

    /** While a call waits, another one of its lane learns that the server wants a much longer wait. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void aRefusedAnswerIsKeptForTheCaseThatItsTurnDoesNotCome(Way way) throws Exception {
        CountDownLatch refuseFirst = new CountDownLatch(1);
        server.script(number -> {
            if (number == 2) {
                return refusedFor(2);
            }
            awaitOrFail(refuseFirst);
            return refusedFor(3_600);
        });
        PatientHttpClient client = client(PATIENCE);
        FutureTask<HttpResponse<String>> first = way.begin(client, get());
        while (server.arrivals.isEmpty()) {
            Thread.onSpinWait();
        }
        FutureTask<HttpResponse<String>> waiting = way.begin(client, get());
        waits.await();
        refuseFirst.countDown();
        assertThat(first.get().headers().firstValue("Retry-After")).contains("3600");
        assertThat(waiting.get().statusCode()).isEqualTo(429);
        assertThat(waiting.get().body()).isEqualTo("slow down");
        assertThat(waiting.get().headers().firstValue("Retry-After")).contains("2");
        assertThat(server.arrivals).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void attemptsKeepTheirIdempotencyKey(Way way) throws Exception {
        server.script(UNAVAILABLE, UNAVAILABLE, OK);
        HttpResponse<String> answer =
                way.send(client(PATIENCE.withIdempotencyKeys()), post(BodyPublishers.ofString("order")));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(server.arrivals).extracting(Arrival::body).containsExactly("order", "order", "order");
        assertThat(server.arrivals.stream().map(Arrival::idempotencyKey).distinct())
                .singleElement()
                .asString()
                .hasSize(36);
        assertThat(server.arrivals).extracting(Arrival::attempt).containsExactly("", "1", "2");
    }

    private static void awaitOrFail(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static Stream<byte[]> chunks() {
        return Stream.generate(() -> "x".repeat(1_000).getBytes(UTF_8)).limit(100);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aStreamIsNeverResentShort(Way way) throws Exception {
        server.script(refusedFor(1), OK);
        InputStream once = new ByteArrayInputStream("x".repeat(100_000).getBytes(UTF_8));
        HttpResponse<String> answer = way.send(client(PATIENCE), post(BodyPublishers.ofInputStream(() -> once)));
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(server.arrivals)
                .extracting(arrival -> arrival.body().length())
                .containsExactly(100_000);
    }

    /** The length is known, but there is nothing left to send: Java's client fails, and nothing arrives. */
    @ParameterizedTest
    @EnumSource(Way.class)
    void aStreamWithAFalsePromiseFailsInsteadOfArrivingShort(Way way) throws Exception {
        server.script(refusedFor(1), OK);
        InputStream once = new ByteArrayInputStream("x".repeat(100_000).getBytes(UTF_8));
        BodyPublisher body = BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(() -> once), 100_000);
        FutureTask<HttpResponse<String>> call = way.begin(client(PATIENCE), post(body));
        assertThatThrownBy(() -> await(call)).hasRootCauseInstanceOf(IOException.class);
        assertThat(server.arrivals)
                .extracting(arrival -> arrival.body().length())
                .containsExactly(100_000);
    }

    @Test
    void aBodyOfUnknownLengthIsResentWholeIfTheApplicationVouchesForIt() throws Exception {
        server.script(UNAVAILABLE, OK);
        BodyPublisher body = BodyPublishers.ofByteArrays(() -> chunks().iterator());
        HttpRequest put = HttpRequest.newBuilder(server.uri()).PUT(body).build();
        assertThat(Way.BLOCKING
                        .send(client(PATIENCE.withRepeatableBodies()), put)
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.arrivals)
                .extracting(arrival -> arrival.body().length())
                .containsExactly(100_000, 100_000);
    }

    @Test
    void anInterruptEndsTheWaitAndTakesNothing() throws Exception {
        server.script(refusedFor(2), OK);
        PatientHttpClient client = client(PATIENCE);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                client.send(get(), BodyHandlers.ofString());
            } catch (IOException | InterruptedException failure) {
                thrown.complete(failure);
            }
        });
        caller.start();
        waits.await();
        caller.interrupt();
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        // The turn is that of the next call, and no other request comes first.
        FutureTask<HttpResponse<String>> next = Way.BLOCKING.begin(client, get());
        assertThat(await(next).statusCode()).isEqualTo(200);
        assertThat(server.arrivals).hasSize(2);
    }

    @Test
    void cancellingEndsTheWait() throws Exception {
        server.script(refusedFor(2), OK);
        PatientHttpClient client = client(PATIENCE);
        CompletableFuture<HttpResponse<String>> call = client.sendAsync(get(), BodyHandlers.ofString());
        waits.await();
        assertThat(call.cancel(true)).isTrue();
        FutureTask<HttpResponse<String>> next = Way.ASYNC.begin(client, get());
        assertThat(await(next).statusCode()).isEqualTo(200);
        assertThat(server.arrivals).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aServerThatAlwaysFailsGetsAFifthMoreCallsAtMost(Way way) throws Exception {
        server.script(UNAVAILABLE);
        PatientHttpClient client = client(PATIENCE);
        for (int i = 0; i < 100; i++) {
            assertThat(way.send(client, get()).statusCode()).isEqualTo(503);
        }
        assertThat(server.arrivals).hasSizeBetween(101, 120);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aServerThatIsAwayIsAnException(Way way) throws Exception {
        ScriptedServer gone = new ScriptedServer();
        gone.close();
        HttpRequest request = HttpRequest.newBuilder(gone.uri()).build();
        assertThatThrownBy(() -> way.send(client(PATIENCE), request)).isInstanceOf(IOException.class);
        assertThat(waits.getCount()).isZero();
    }

    @Test
    void everySettingIsThatOfTheClientInside() {
        PatientHttpClient client = client(PATIENCE);
        assertThat(client.version()).isEqualTo(HTTP.version());
        assertThat(client.followRedirects()).isEqualTo(HTTP.followRedirects());
        assertThat(client.connectTimeout()).isEqualTo(HTTP.connectTimeout());
        assertThat(client.cookieHandler()).isEqualTo(HTTP.cookieHandler());
        assertThat(client.proxy()).isEqualTo(HTTP.proxy());
        assertThat(client.authenticator()).isEqualTo(HTTP.authenticator());
        assertThat(client.executor()).isEqualTo(HTTP.executor());
        assertThat(client.sslContext()).isSameAs(HTTP.sslContext());
    }
}
