package io.weir.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.http.HeaderStyle.Dialect;
import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.memory.MemoryStore;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class HeaderStyleTest {

    private static final Limit WINDOW = Limit.fixedWindow(Rate.perMinute(100));
    private static final Limit BUCKET = Limit.parse("10/s burst 100");

    private final ManualTime time = ManualTime.at(Instant.parse("2026-01-01T00:00:00.5Z"));
    private final MemoryStore store = new MemoryStore(time);

    private static Map<String, String> headers(HeaderStyle style, Limit limit, Decision decision) {
        Map<String, String> headers = new LinkedHashMap<>();
        style.addTo(headers::put, "orders", limit, decision);
        return headers;
    }

    private static Map<String, String> headers(Set<Dialect> dialects, Decision decision) {
        return headers(HeaderStyle.of(dialects), WINDOW, decision);
    }

    @Test
    void everyDialectWritesTheSameNumbers() {
        Decision allowed = store.chargeNow("a", WINDOW, 60);
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
                        Map.entry("RateLimit-Policy", "\"orders\";q=100;w=60"),
                        Map.entry("RateLimit", "\"orders\";r=40;t=60"));
    }

    @Test
    void dialectsCanBeCombined() {
        Decision allowed = store.chargeNow("a", WINDOW, 60);
        assertThat(headers(EnumSet.allOf(Dialect.class), allowed)).hasSize(8);
        assertThat(headers(Set.of(), allowed)).isEmpty();
    }

    @Test
    void namesExactlyTheHeadersThatItWrites() {
        Decision allowed = store.chargeNow("a", WINDOW, 60);
        HeaderStyle all = HeaderStyle.of(EnumSet.allOf(Dialect.class));
        Map<String, String> written = headers(all, WINDOW, allowed);
        written.put("Retry-After", "1");
        assertThat(all.names()).containsExactlyElementsOf(written.keySet());
    }

    @Test
    void retryAfterIsRoundedUp() {
        HeaderStyle none = HeaderStyle.of(Set.of());
        assertThat(none.retryAfterSeconds(1_500_000)).isEqualTo(2);
        assertThat(none.retryAfterSeconds(2_000_000)).isEqualTo(2);
        assertThat(none.retryAfterSeconds(2_000_001)).isEqualTo(3);
    }

    @Test
    void theLimitCanBeTheRateInsteadOfTheCapacity() {
        Decision allowed = store.chargeNow("a", BUCKET, 60);
        Set<Dialect> all = EnumSet.allOf(Dialect.class);
        assertThat(headers(HeaderStyle.of(all), BUCKET, allowed))
                .containsEntry("X-RateLimit-Limit", "100")
                .containsEntry("RateLimit-Limit", "100")
                .containsEntry("RateLimit-Policy", "\"orders\";q=100;w=1");
        assertThat(headers(new HeaderStyle(all, HeaderStyle.Shown.RATE, Duration.ZERO), BUCKET, allowed))
                .containsEntry("X-RateLimit-Limit", "10")
                .containsEntry("RateLimit-Limit", "10")
                .containsEntry("RateLimit-Policy", "\"orders\";q=10;w=1");
    }

    @Test
    void jitterOnlyAddsToRetryAfterAndSpreadsIt() {
        HeaderStyle jittered = new HeaderStyle(Set.of(), HeaderStyle.Shown.CAPACITY, Duration.ofSeconds(3));
        Set<Long> seen = new TreeSet<>();
        for (int i = 0; i < 1_000; i++) {
            seen.add(jittered.retryAfterSeconds(36_000_000));
        }
        assertThat(seen).containsExactly(36L, 37L, 38L, 39L);
    }
}
