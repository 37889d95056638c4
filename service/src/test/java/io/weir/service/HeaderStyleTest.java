package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Decision;
import io.weir.limit.ManualTime;
import io.weir.service.HeaderStyle.Dialect;
import io.weir.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class HeaderStyleTest {

    private final ManualTime time = ManualTime.at(Instant.parse("2026-01-01T00:00:00.5Z"));
    private final MemoryStore store = new MemoryStore(time);
    private final CheckRequest request = CheckRequest.of("/?key=a&algorithm=FIXED_WINDOW&permits=60", () -> "address");

    private Map<String, String> headers(Set<Dialect> dialects, Decision decision) {
        return HeaderStyle.of(dialects).headers("default", request, decision);
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
                        Map.entry("RateLimit-Policy", "\"default\";q=100;w=60"),
                        Map.entry("RateLimit", "\"default\";r=40;t=60"));
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
        assertThat(Reply.of(request, denied, none).headers()).containsOnly(Map.entry("Retry-After", "2"));
        assertThat(Reply.remaining(request, denied, none).headers()).isEmpty();
    }
}
