package io.weir.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.weir.classify.TrustedProxies;
import io.weir.http.HeaderStyle;
import io.weir.http.HeaderStyle.Dialect;
import io.weir.limit.Decision;
import io.weir.limit.ManualTime;
import io.weir.metrics.BypassAttempts;
import io.weir.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class ReplyTest {

    private final ManualTime time = ManualTime.at(Instant.parse("2026-01-01T00:00:00.5Z"));
    private final MemoryStore store = new MemoryStore(time);
    private final CheckRequest request = CheckRequest.of(
            new Incoming(HttpMethod.GET, "/?key=a&algorithm=FIXED_WINDOW&permits=60", EmptyHttpHeaders.INSTANCE, null),
            new CallerAddress(TrustedProxies.NONE, new BypassAttempts(new SimpleMeterRegistry())));

    private CheckAnswer answer(Decision decision) {
        return CheckAnswer.of("a", request.charge().limit(), decision);
    }

    @Test
    void everyDialectIsWrittenAndCallsTheLimitByItsAlgorithm() {
        Decision allowed = store.chargeNow(request.charge());
        HttpHeaders headers = Reply.of(answer(allowed), HeaderStyle.of(EnumSet.allOf(Dialect.class)))
                .headers();
        assertThat(headers.get("X-RateLimit-Remaining")).isEqualTo("40");
        assertThat(headers.get("RateLimit-Reset")).isEqualTo("60");
        assertThat(headers.get("RateLimit-Policy")).isEqualTo("\"fixed-window\";q=100;w=60");
        assertThat(headers.get("RateLimit")).isEqualTo("\"fixed-window\";r=40;t=60");
        assertThat(headers.size()).isEqualTo(13);
    }

    @Test
    void retryAfterIsRoundedUpAndStandsOnA429Only() {
        store.chargeNow(request.charge());
        time.advance(Duration.ofSeconds(58));
        Decision denied = store.chargeNow(request.charge());
        assertThat(denied.retryAfter()).isEqualTo(Duration.ofMillis(1_500));
        HeaderStyle none = HeaderStyle.of(Set.of());
        assertThat(Reply.of(answer(denied), none).headers().get("retry-after")).isEqualTo("2");
        assertThat(Reply.remaining(answer(denied), none).headers().contains("retry-after"))
                .isFalse();
    }

    @Test
    void jitterSpreadsRetryAfter() {
        store.chargeNow(request.charge());
        Decision denied = store.chargeNow(request.charge());
        HeaderStyle jittered = new HeaderStyle(Set.of(), HeaderStyle.Shown.CAPACITY, Duration.ofSeconds(3));
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < 1_000; i++) {
            seen.add(Reply.of(answer(denied), jittered).headers().get("retry-after"));
        }
        assertThat(seen).containsExactly("60", "61", "62", "63");
    }
}
