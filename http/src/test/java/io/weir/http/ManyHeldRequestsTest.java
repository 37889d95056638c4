package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Rule;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/**
 * Thousands of requests held at once on a server with {@value WebServer#THREADS} threads. {@code -Dweir.held=…} holds more, such as
 * the 10,000 of the default.
 */
final class ManyHeldRequestsTest {

    private static final int HELD = Integer.getInteger("weir.held", 2_500);
    private static final int CONNECTIONS = 10;
    private static final Duration GENEROUS = Duration.ofMinutes(2);

    private static final Rule QUEUE = Rule.of("queue", Limit.leakyBucket(Rate.perSecond(1_000), 2L * HELD))
            .per(CountBy.IP);

    private final ExecutorService clientsWork = Executors.newFixedThreadPool(2);

    private CompletableFuture<HttpResponse<String>> get(HttpClient client, Site site, String path) {
        return client.sendAsync(
                java.net.http.HttpRequest.newBuilder(site.uri(path)).build(), BodyHandlers.ofString());
    }

    @Test
    void thousandsAreHeldWithoutThreadsAndOneMoreIsDenied() throws Exception {
        try (Site site = new Site(QUEUE).holding(HELD).start()) {
            List<CompletableFuture<HttpResponse<String>>> responses = new ArrayList<>();
            HttpClient another = client(site);
            get(another, site, "/first").join();
            for (int i = 0; i < CONNECTIONS; i++) {
                HttpClient client = client(site);
                for (int j = 0; j < HELD / CONNECTIONS; j++) {
                    responses.add(get(client, site, "/held"));
                }
            }
            await().atMost(GENEROUS).until(() -> site.held().held() == HELD);
            assertThat(site.app.calls).hasValue(1 + 1 + CONNECTIONS);

            assertThat(get(another, site, "/more").join().statusCode()).isEqualTo(429);
            assertThat(get(another, site, "/health").join().statusCode()).isEqualTo(200);
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().contains("-exec-"))
                    .hasSizeLessThanOrEqualTo(WebServer.THREADS);

            site.time.advance(Duration.ofSeconds(HELD / 1_000 + 1L));
            for (CompletableFuture<HttpResponse<String>> response : responses) {
                assertThat(response.join().statusCode()).isEqualTo(200);
            }
            assertThat(site.held().held()).isZero();
        } finally {
            clientsWork.shutdown();
        }
    }

    /** A client with a connection of its own, on which many requests wait at once. */
    private HttpClient client(Site site) {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .executor(clientsWork)
                .build();
        assertThat(get(client, site, "/health").join().version()).isEqualTo(HttpClient.Version.HTTP_2);
        return client;
    }
}
