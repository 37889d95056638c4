package io.weir.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.classify.spi.BypassAttempt;
import java.util.Arrays;

/** Counts requests that try to bypass the rules, as {@code rate_limiter.bypass_attempts} by kind. */
public final class BypassAttempts {

    private final MeterRegistry registry;

    public BypassAttempts(MeterRegistry registry) {
        this.registry = registry;
        Arrays.stream(BypassAttempt.values()).forEach(this::counter);
    }

    public void count(BypassAttempt kind) {
        counter(kind).increment();
    }

    private Counter counter(BypassAttempt kind) {
        return Counter.builder("rate_limiter.bypass_attempts")
                .description("Requests that try to bypass the rules")
                .tag("kind", kind.yamlName())
                .register(registry);
    }
}
