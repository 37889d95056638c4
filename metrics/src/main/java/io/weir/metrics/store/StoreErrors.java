package io.weir.metrics.store;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts failed calls as {@code rate_limiter.store.errors}, at the point where the store itself is asked. */
final class StoreErrors {

    private StoreErrors() {}

    static Counter counter(MeterRegistry registry) {
        return Counter.builder("rate_limiter.store.errors")
                .description("Calls that the store failed to answer")
                .register(registry);
    }
}
