package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.weir.classify.TrustedProxies;
import io.weir.limit.Decision;
import io.weir.limit.ManualTime;
import io.weir.metrics.BypassAttempts;
import io.weir.service.HeaderStyle.Dialect;
import io.weir.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class HeaderStyleTest {

    private final ManualTime time = ManualTime.at(Instant.parse("2026-01-01T00:00:00.5Z"));
    private final MemoryStore store = new MemoryStore(time);
    private final CheckRequest request = request("/?key=a&algorithm=FIXED_WINDOW&permits=60");

    private static CheckRequest request(String target) {
        Incoming incoming = new Incoming(HttpMethod.GET, target, EmptyHttpHeaders.INSTANCE, null);
        return CheckRequest.of(
                incoming, new CallerAddress(TrustedProxies.NONE, new BypassAttempts(new SimpleMeterRegistry())));
    }

    private Map<String, String> headers(Set<Dialect> dialects, Decision decision) {
        return headers(HeaderStyle.of(dialects), request, decision);
    }

    private static Map<String, String> headers(HeaderStyle style, CheckRequest request, Decision decision) {
        HttpHeaders headers = new DefaultHttpHeaders();
        style.addTo(headers, request.charge().limit(), decision);
        return map(headers);
    }

    private static Map<String, String> map(HttpHeaders headers) {
        return headers.entries().stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Test
    void everyDialectSaysTheSameInItsOwnWay() {
        Decision allowed = store.chargeNow(request.charge());
        assertThat(headers(Set.of(Dialect.X_RATELIMIT), allowed))
                .containsOnly(
                        Map.entry("X-RateLimit-Limit", "100"),
                        Map.entry("X-RateLimit-Remaining", "40"),
                        Map.entry("X-RateLimit-Reset", "1767225660"));
        assertThat(headers(Set.of(Dialect.RATELIMIT), allowed))
                .containsOnly(
                        Map.entry("RateLimit-Limit", "100"),
                        Map.entry("RateLimit-Remaining", "40"),
                        Map.entry("RateLimit-Reset", "60"));
        assertThat(headers(Set.of(Dialect.DRAFT), allowed))
                .containsOnly(
                        Map.entry("RateLimit-Policy", "\"fixed-window\";q=100;w=60"),
                        Map.entry("RateLimit", "\"fixed-window\";r=40;t=60"));
    }

    @Test
    void anySetOfThemCanStandTogether() {
        Decision allowed = store.chargeNow(request.charge());
        assertThat(headers(EnumSet.allOf(Dialect.class), allowed)).hasSize(8);
        assertThat(headers(Set.of(), allowed)).isEmpty();
    }

    @Test
    void retryAfterIsRoundedUpAndStandsOnA429Only() {
        store.chargeNow(request.charge());
        time.advance(Duration.ofSeconds(58));
        Decision denied = store.chargeNow(request.charge());
        assertThat(denied.retryAfter()).isEqualTo(Duration.ofMillis(1_500));
        HeaderStyle none = HeaderStyle.of(Set.of());
        assertThat(map(Reply.of(request, denied, none).headers())).containsEntry("retry-after", "2");
        assertThat(map(Reply.remaining(request, denied, none).headers())).doesNotContainKey("retry-after");
    }

    @Test
    void theLimitCanBeTheRateInsteadOfTheCapacity() {
        CheckRequest bucket = request("/?key=a&permits=60");
        Decision allowed = store.chargeNow(bucket.charge());
        Set<Dialect> all = EnumSet.allOf(Dialect.class);
        assertThat(headers(HeaderStyle.of(all), bucket, allowed))
                .containsEntry("X-RateLimit-Limit", "100")
                .containsEntry("RateLimit-Limit", "100")
                .containsEntry("RateLimit-Policy", "\"token-bucket\";q=100;w=1");
        assertThat(headers(new HeaderStyle(all, HeaderStyle.Shown.RATE, Duration.ZERO), bucket, allowed))
                .containsEntry("X-RateLimit-Limit", "10")
                .containsEntry("RateLimit-Limit", "10")
                .containsEntry("RateLimit-Policy", "\"token-bucket\";q=10;w=1");
    }

    @Test
    void jitterOnlyAddsToRetryAfterAndSpreadsIt() {
        store.chargeNow(request.charge());
        Decision denied = store.chargeNow(request.charge());
        HeaderStyle jittered = new HeaderStyle(Set.of(), HeaderStyle.Shown.CAPACITY, Duration.ofSeconds(3));
        Set<Long> seen = new TreeSet<>();
        for (int i = 0; i < 1_000; i++) {
            seen.add(Long.valueOf(
                    map(Reply.of(request, denied, jittered).headers()).get("retry-after")));
        }
        long truth = Seconds.roundedUp(denied.retryAfterMicros());
        assertThat(seen).containsExactly(truth, truth + 1, truth + 2, truth + 3);
    }
}
