package io.weir.compat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.http.HttpGate;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Two thousand requests wait for their turn in a leaky bucket, many times more than there are threads. */
final class ManyHeldTest {

    private static final int HELD = 2_000;
    private static final int STREAMS = 100;
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final Pattern OF_SERVERS = Pattern.compile("http-nio-.*-exec-.*|reactor-http-.*|parallel-.*");

    private static final String[] OPTIONS = {
        "--server.http2.enabled=true",
        "--server.shutdown=immediate",
        "--server.tomcat.threads.max=8",
        "--rate-limit.max-held=" + HELD,
        "--rate-limit.rules[0].name=queue",
        "--rate-limit.rules[0].per=ip",
        "--rate-limit.rules[0].match.path=/api/queue",
        "--rate-limit.rules[0].limit.algorithm=leaky-bucket",
        "--rate-limit.rules[0].limit.permits=1",
        "--rate-limit.rules[0].limit.per=10m",
        "--rate-limit.rules[0].limit.capacity=" + 2 * HELD
    };

    @Test
    void waitWithoutThreadsOnTomcat() {
        holds(OpenShop.class, ServletShop.TYPE, OpenShop.NO_SECURITY);
    }

    @Test
    void waitWithoutThreadsOnNetty() {
        holds(ReactiveShop.class, ReactiveShop.TYPE);
    }

    private static void holds(Class<?> application, String... more) {
        String[] options = Stream.concat(Stream.of(OPTIONS), Stream.of(more)).toArray(String[]::new);
        ExecutorService work = Executors.newFixedThreadPool(2);
        try (RunningApp app = RunningApp.start(application, "instance", options)) {
            HttpGate gate = app.context().getBean(HttpGate.class);
            assertThat(app.get("/api/queue").statusCode()).isEqualTo(200);
            long threads = threads();
            List<CompletableFuture<?>> waiting = new ArrayList<>();
            for (int i = 0; i < HELD / STREAMS; i++) {
                HttpClient client = HttpClient.newBuilder().executor(work).build();
                assertThat(client.sendAsync(request(app, "/api/x"), BodyHandlers.ofString()).join().version())
                        .isEqualTo(HttpClient.Version.HTTP_2);
                for (int j = 0; j < STREAMS; j++) {
                    waiting.add(client.sendAsync(request(app, "/api/queue"), BodyHandlers.discarding()));
                }
            }
            await().atMost(GENEROUS).until(() -> gate.holding().held() == HELD);
            assertThat(app.get("/api/queue").statusCode()).isEqualTo(429);
            assertThat(app.get("/api/x").statusCode()).isEqualTo(200);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            // Thread pools of this and other applications may still be growing.
            assertThat(threads()).isLessThan(threads + 32);
            waiting.forEach(response -> response.cancel(true));
        } finally {
            work.shutdownNow();
        }
    }

    private static HttpRequest request(RunningApp app, String path) {
        return HttpRequest.newBuilder(app.uri(path)).version(HttpClient.Version.HTTP_2).build();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> OF_SERVERS.matcher(thread.getName()).matches())
                .count();
    }
}
