package io.weir.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.classify.spi.BypassAttempt;
import org.junit.jupiter.api.Test;

final class BypassAttemptsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double count(String kind) {
        return registry.get("rate_limiter.bypass_attempts")
                .tag("kind", kind)
                .counter()
                .count();
    }

    @Test
    void everyKindIsCountedByItself() {
        BypassAttempts attempts = new BypassAttempts(registry);
        attempts.count(BypassAttempt.AMBIGUOUS_PATH);
        attempts.count(BypassAttempt.AMBIGUOUS_PATH);
        attempts.count(BypassAttempt.UNTRUSTED_FORWARDING_HEADER);
        assertThat(count("ambiguous-path")).isEqualTo(2);
        assertThat(count("untrusted-forwarding-header")).isEqualTo(1);
        assertThat(count("forged-credential")).isZero();
    }
}
