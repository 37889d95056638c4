package io.weir.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.Locale;

/** Counts requests that try to be taken for somebody else, as {@code rate_limiter.bypass_attempts} by kind. */
public final class BypassAttempts {

    /** A way to try. */
    public enum Kind {
        /** A header names the caller's address, but whoever sent it is no trusted proxy. */
        UNTRUSTED_FORWARDING_HEADER;

        private final String tag = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private final MeterRegistry registry;

    public BypassAttempts(MeterRegistry registry) {
        this.registry = registry;
        Arrays.stream(Kind.values()).forEach(this::counter);
    }

    public void count(Kind kind) {
        counter(kind).increment();
    }

    private Counter counter(Kind kind) {
        return Counter.builder("rate_limiter.bypass_attempts")
                .description("Requests that try to be taken for somebody else")
                .tag("kind", kind.tag)
                .register(registry);
    }
}
