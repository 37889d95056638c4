package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.classify.IpAddress;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leaky buckets over HTTP hold requests without blocking threads. */
final class HeldRequestsTest {

    private static final Rule QUEUE =
            Rule.of("queue", Limit.leakyBucket(Rate.perSecond(1), 10)).per(CountBy.IP);
    private static final Rule USERS_QUEUE =
            Rule.of("queue", Limit.leakyBucket(Rate.perSecond(1), 10)).per(CountBy.of(Kind.USER));

    private static Site start(Site site, boolean inTwoStages) throws Exception {
        return (inTwoStages ? site.inTwoStages() : site).start();
    }

    private static CompletableFuture<Integer> request(Site site, String path) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return site.get(path, Site.USER, "shopper").statusCode();
            } catch (IOException | InterruptedException failure) {
                throw new CompletionException(failure);
            }
        });
    }

    private static void awaitHeld(Site site, int count) {
        await().until(() -> site.held().held() == count);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachRequestIsHeldUntilItsTurn(boolean inTwoStages) throws Exception {
        for (Rule rule : new Rule[] {QUEUE, USERS_QUEUE}) {
            try (Site site = start(new Site(rule), inTwoStages)) {
                assertThat(request(site, "/a").join()).isEqualTo(200);
                CompletableFuture<Integer> second = request(site, "/b");
                awaitHeld(site, 1);
                CompletableFuture<Integer> third = request(site, "/c");
                awaitHeld(site, 2);
                assertThat(site.app.calls).hasValue(1);
                site.time.advance(Duration.ofSeconds(1));
                assertThat(second.join()).isEqualTo(200);
                assertThat(third).isNotDone();
                site.time.advance(Duration.ofSeconds(1));
                assertThat(third.join()).isEqualTo(200);
                assertThat(site.app.calls).hasValue(3);
                assertThat(site.held().held()).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/forward/x", "/dispatch/x", "/async/200", "/include/x"})
    void aHeldRequestMayBeDispatchedAgain(String path) throws Exception {
        try (Site site = new Site(QUEUE).start()) {
            request(site, "/a").join();
            CompletableFuture<Integer> held = request(site, path);
            awaitHeld(site, 1);
            site.time.advance(Duration.ofSeconds(1));
            assertThat(held.join()).isEqualTo(200);
            assertThat(site.held().held()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/status/503", "/error/503", "/throw/state", "/async/503"})
    void theResponseOfAHeldRequestSettlesIt(String path) throws Exception {
        Rule free = Rule.of("free-on-errors", Limit.parse("10/day"))
                .per(CountBy.IP)
                .withOutcome(new Outcome(Set.of(), Outcome.statuses("5xx")));
        for (boolean inTwoStages : new boolean[] {false, true}) {
            try (Site site = start(new Site(QUEUE, free), inTwoStages)) {
                request(site, "/a").join();
                CompletableFuture<Integer> held = request(site, path);
                awaitHeld(site, 1);
                site.time.advance(Duration.ofSeconds(1));
                assertThat(held.join()).isBetween(500, 503);
                await().untilAsserted(
                                () -> assertThat(left(site, "free-on-errors")).isEqualTo(9));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRequestThatCannotBeHeldIsDeniedAndChargedNothing(boolean inTwoStages) throws Exception {
        Rule count = Rule.of("count", Limit.parse("100/day")).per(CountBy.of(Kind.USER));
        try (Site site = start(new Site(QUEUE, count).holding(1), inTwoStages)) {
            request(site, "/a").join();
            CompletableFuture<Integer> held = request(site, "/b");
            awaitHeld(site, 1);
            for (int i = 0; i < 5; i++) {
                var denied = site.get("/c", Site.USER, "shopper");
                assertThat(denied.statusCode()).isEqualTo(429);
                assertThat(denied.headers().firstValue("Retry-After")).contains("2");
                assertThat(denied.body()).contains("rule queue already holds too many requests; try again in 2 s");
            }
            assertThat(left(site, "count")).isEqualTo(98);
            site.time.advance(Duration.ofSeconds(1));
            assertThat(held.join()).isEqualTo(200);
        }
    }

    private static long left(Site site, String rule) {
        Request request = Request.of("GET", "/")
                .withAddress(IpAddress.parse("127.0.0.1").orElseThrow())
                .withCaller(Caller.user("shopper"));
        return site.gate.peek(request).toCompletableFuture().join().rulings().stream()
                .filter(ruling -> ruling.rule().equals(rule))
                .mapToLong(ruling -> ruling.decision().remaining())
                .sum();
    }
}
