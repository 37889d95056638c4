package io.weir.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.weir.classify.TrustedProxies;
import io.weir.http.HeaderStyle;
import io.weir.http.HeaderStyle.Dialect;
import io.weir.memory.MemoryStore;
import io.weir.metrics.BypassAttempts;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.policy.Verdict;
import io.weir.service.access.CallerAddress;
import io.weir.service.http.Incoming;
import io.weir.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class CheckReplyTest {

    private final ManualTime time = ManualTime.at(Instant.parse("2026-01-01T00:00:00.5Z"));
    private final Gate gate = new Gate(Policy.of(List.of()), new MemoryStore(time));
    private final CheckRequest request = CheckRequest.of(
            new Incoming(HttpMethod.GET, "/?key=a&algorithm=FIXED_WINDOW&permits=60", EmptyHttpHeaders.INSTANCE, null),
            new CallerAddress(TrustedProxies.NONE, new BypassAttempts(new SimpleMeterRegistry())),
            gate.policy());

    private Verdict check() {
        return gate.check(request.policy(), request.asRequest())
                .toCompletableFuture()
                .join();
    }

    @Test
    void everyHeaderStyleIsWrittenWithTheLimitNamedByItsAlgorithm() {
        HttpHeaders headers = CheckReply.of(request, check(), HeaderStyle.of(EnumSet.allOf(Dialect.class)))
                .headers();
        assertThat(headers.get("X-RateLimit-Remaining")).isEqualTo("40");
        assertThat(headers.get("RateLimit-Reset")).isEqualTo("60");
        assertThat(headers.get("RateLimit-Policy")).isEqualTo("\"fixed-window\";q=100;w=60");
        assertThat(headers.get("RateLimit")).isEqualTo("\"fixed-window\";r=40;t=60");
        assertThat(headers.size()).isEqualTo(13);
    }

    @Test
    void retryAfterIsRoundedUpAndSentWithA429Only() {
        check();
        time.advance(Duration.ofSeconds(58));
        Verdict denied = check();
        assertThat(denied.retryAfterMicros()).isEqualTo(1_500_000);
        HeaderStyle none = HeaderStyle.of(Set.of());
        assertThat(CheckReply.of(request, denied, none).headers().get("retry-after"))
                .isEqualTo("2");
        assertThat(CheckReply.remaining(request, denied, none).headers().contains("retry-after"))
                .isFalse();
    }

    @Test
    void jitterSpreadsRetryAfter() {
        check();
        Verdict denied = check();
        HeaderStyle jittered = new HeaderStyle(Set.of(), HeaderStyle.Shown.CAPACITY, Duration.ofSeconds(3));
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < 1_000; i++) {
            seen.add(CheckReply.of(request, denied, jittered).headers().get("retry-after"));
        }
        assertThat(seen).containsExactly("60", "61", "62", "63");
    }
}
