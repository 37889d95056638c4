package io.weir.metrics.store;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** {@code rate_limiter.store.errors}, which is counted where the store is asked itself. */
final class StoreErrors {

    private StoreErrors() {}

    static Counter counter(MeterRegistry registry) {
        return Counter.builder("rate_limiter.store.errors")
                .description("Calls that the store failed to answer")
                .register(registry);
    }
}
