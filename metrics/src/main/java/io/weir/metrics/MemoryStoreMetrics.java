package io.weir.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.weir.store.MemoryStore;

/** How full a memory store is, and what it had to drop. */
public final class MemoryStoreMetrics implements MeterBinder {

    private final MemoryStore store;

    public MemoryStoreMetrics(MemoryStore store) {
        this.store = store;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(
                        "rate_limiter.active_keys",
                        store,
                        memory -> memory.usage().cells())
                .description("Keys with a counter of their own")
                .register(registry);
        Gauge.builder(
                        "rate_limiter.memory.used",
                        store,
                        memory -> memory.usage().bytes())
                .description("About how much heap the counters take")
                .baseUnit("bytes")
                .register(registry);
        Gauge.builder("rate_limiter.memory.max", store, memory -> memory.usage().maxBytes())
                .description("How much heap the counters may take")
                .baseUnit("bytes")
                .register(registry);
        FunctionCounter.builder(
                        "rate_limiter.evictions",
                        store,
                        memory -> memory.usage().idleEvictions())
                .description("Counters dropped from memory")
                .tag("reason", "idle")
                .register(registry);
        FunctionCounter.builder(
                        "rate_limiter.evictions",
                        store,
                        memory -> memory.usage().earlyEvictions())
                .description("Counters dropped from memory")
                .tag("reason", "room")
                .register(registry);
        FunctionCounter.builder(
                        "rate_limiter.overflow", store, memory -> memory.usage().overflowCharges())
                .description("Charges to counters that keys share for want of room")
                .register(registry);
    }
}
