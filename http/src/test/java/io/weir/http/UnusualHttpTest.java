package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Clients that use rare or malformed HTTP. */
final class UnusualHttpTest {

    private static final Rule TWO = Rule.of("per-ip", Limit.parse("2/day")).per(CountBy.IP);

    @Test
    void anAbsoluteTargetMatchesTheRulesOfItsPath() throws Exception {
        Rule login = TWO.matching(Match.path("/login"));
        try (Site site = new Site(login).start()) {
            RawHttp raw = site.raw();
            assertThat(RawHttp.status(raw.get("/login"))).isEqualTo(200);
            assertThat(RawHttp.status(raw.get("http://localhost/login"))).isEqualTo(200);
            assertThat(RawHttp.status(raw.get("http://localhost/login?x"))).isEqualTo(429);
        }
    }

    @Test
    void anotherHostIsNotAnotherCounter() throws Exception {
        try (Site site = new Site(TWO).start()) {
            for (int i = 0; i < 3; i++) {
                String response =
                        site.raw().exchange("GET / HTTP/1.1\r\nHost: host-" + i + "\r\nConnection: close\r\n\r\n");
                assertThat(RawHttp.status(response)).isEqualTo(i < 2 ? 200 : 429);
            }
        }
    }

    @Test
    void olderHttpIsCountedTheSame() throws Exception {
        try (Site site = new Site(TWO).start()) {
            for (int i = 0; i < 3; i++) {
                String response = site.raw().exchange("GET / HTTP/1.0\r\n\r\n");
                assertThat(RawHttp.status(response)).isEqualTo(i < 2 ? 200 : 429);
            }
        }
    }

    @Test
    void everyOneOfManyRequestsInOnePacketCounts() throws Exception {
        try (Site site = new Site(TWO).start()) {
            String request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
            String last = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            assertThat(RawHttp.statuses(site.raw().exchange(request.repeat(4) + last)))
                    .containsExactly(200, 200, 429, 429, 429);
        }
    }

    @Test
    void everyStreamOfOneConnectionCounts() throws Exception {
        try (Site site = new Site(TWO).start()) {
            HttpClient client = HttpClient.newHttpClient();
            java.net.http.HttpRequest first =
                    java.net.http.HttpRequest.newBuilder(site.uri("/health")).build();
            assertThat(client.send(first, BodyHandlers.discarding()).version()).isEqualTo(HttpClient.Version.HTTP_2);
            java.net.http.HttpRequest request =
                    java.net.http.HttpRequest.newBuilder(site.uri("/a")).build();
            List<CompletableFuture<Integer>> responses = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                responses.add(
                        client.sendAsync(request, BodyHandlers.discarding()).thenApply(HttpResponse::statusCode));
            }
            assertThat(responses)
                    .extracting(CompletableFuture::join)
                    .filteredOn(status -> status == 200)
                    .hasSize(2);
        }
    }

    @Test
    void resetStreamsAreChargedToo() throws Exception {
        Rule all = Rule.of("all", Limit.parse("100/day")).per(CountBy.IP);
        Rule queue = Rule.of("queue", Limit.leakyBucket(Rate.perDay(1), 50))
                .matching(Match.path("/queue"))
                .per(CountBy.IP);
        try (Site site = new Site(all, queue).start()) {
            HttpClient client = HttpClient.newHttpClient();
            java.net.http.HttpRequest plain =
                    java.net.http.HttpRequest.newBuilder(site.uri("/")).build();
            java.net.http.HttpRequest held =
                    java.net.http.HttpRequest.newBuilder(site.uri("/queue")).build();
            assertThat(client.send(plain, BodyHandlers.discarding()).version()).isEqualTo(HttpClient.Version.HTTP_2);
            List<CompletableFuture<?>> waiting = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                waiting.add(client.sendAsync(held, BodyHandlers.discarding()));
            }
            await().until(() -> left(site) == 79);
            waiting.forEach(response -> response.cancel(true));
            // Uses the same connection, so that the server has processed the resets before it answers or closes the
            // connection.
            await().ignoreExceptions()
                    .until(() -> client.send(plain, BodyHandlers.discarding()).statusCode() == 200);
            assertThat(left(site)).isLessThan(79);
        }
    }

    private static long left(Site site) {
        Request request =
                Request.of("GET", "/").withAddress(IpAddress.parse("127.0.0.1").orElseThrow());
        return site.gate
                .peek(request)
                .toCompletableFuture()
                .join()
                .rulings()
                .get(0)
                .decision()
                .remaining();
    }

    @Test
    void randomPathsShareOneCounter() throws Exception {
        try (Site site =
                new Site(TWO, Rule.of("orders", Limit.parse("9/day")).matching(Match.path("/orders"))).start()) {
            assertThat(List.of(
                            site.get("/rand1").statusCode(),
                            site.get("/rand2/x").statusCode(),
                            site.get("/rand3").statusCode()))
                    .containsExactly(200, 200, 429);
        }
    }

    @Test
    void unknownMethodsMatchTheRulesForAllAndForWriting() throws Exception {
        Rule writes = TWO.matching(Match.ALL.withMethods(Match.WRITING));
        try (Site site = new Site(writes).start()) {
            assertThat(List.of(
                            site.send("FROB", "/").statusCode(),
                            site.send("PROPFIND", "/").statusCode(),
                            site.send("FROB", "/").statusCode(),
                            site.send("GET", "/").statusCode()))
                    .containsExactly(200, 200, 429, 200);
        }
    }

    @Test
    void aHeadMatchesTheRulesForGetAndIsDeniedWithoutABody() throws Exception {
        try (Site site = new Site(TWO.matching(Match.ALL.withMethods("GET"))).start()) {
            assertThat(RawHttp.status(site.raw().send("HEAD", "/"))).isEqualTo(200);
            assertThat(RawHttp.status(site.raw().get("/"))).isEqualTo(200);
            String denied = site.raw().send("HEAD", "/");
            assertThat(RawHttp.status(denied)).isEqualTo(429);
            assertThat(denied).contains("Retry-After: ").endsWith("\r\n\r\n");
        }
    }

    @Test
    void aMethodThatIsOnlyClaimedIsNotBelieved() throws Exception {
        try (Site site = new Site(TWO.matching(Match.ALL.withMethods("POST"))).start()) {
            assertThat(List.of(
                            site.send("POST", "/", "X-HTTP-Method-Override", "GET")
                                    .statusCode(),
                            site.send("POST", "/?_method=GET").statusCode(),
                            site.send("POST", "/", "X-HTTP-Method-Override", "GET")
                                    .statusCode()))
                    .containsExactly(200, 200, 429);
        }
    }
}
