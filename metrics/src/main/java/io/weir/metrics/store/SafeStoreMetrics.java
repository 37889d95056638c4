package io.weir.metrics.store;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.weir.failure.SafeStore;

/** Meters for the state of a shared store, as its safeguards see it. */
public final class SafeStoreMetrics implements MeterBinder {

    private final SafeStore store;

    public SafeStoreMetrics(SafeStore store) {
        this.store = store;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("rate_limiter.store.degraded", store, safe -> safe.isDegraded() ? 1 : 0)
                .description("1 while the shared store fails and is not asked")
                .register(registry);
        Gauge.builder("rate_limiter.store.waiting", store, SafeStore::waiting)
                .description("Calls that wait for the shared store")
                .register(registry);
        FunctionCounter.builder("rate_limiter.repeated_denials", store, SafeStore::repeatedDenials)
                .description("Calls denied from memory, because the shared store would certainly deny them again")
                .register(registry);
    }
}
