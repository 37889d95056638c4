package io.weir.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class PolicyMetricsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double reloads(String result) {
        return registry.get("rate_limiter.policy.reloads")
                .tag("result", result)
                .functionCounter()
                .count();
    }

    @Test
    void showsTheVersionAndTheNumbersOfChangesAndFailures() {
        AtomicLong source = new AtomicLong(3);
        new PolicyMetrics<>(source, AtomicLong::get, each -> each.get() - 1, each -> 7).bindTo(registry);
        assertThat(registry.get("rate_limiter.policy.version").gauge().value()).isEqualTo(3);
        source.incrementAndGet();
        assertThat(registry.get("rate_limiter.policy.version").gauge().value()).isEqualTo(4);
        assertThat(reloads("ok")).isEqualTo(3);
        assertThat(reloads("failed")).isEqualTo(7);
    }

    @Test
    void aFixedPolicyHasNoVersionAndIsNeverReloaded() {
        PolicyMetrics.fixed().bindTo(registry);
        assertThat(registry.get("rate_limiter.policy.version").gauge().value()).isZero();
        assertThat(reloads("ok")).isZero();
    }
}
