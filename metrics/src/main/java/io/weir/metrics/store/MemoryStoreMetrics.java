package io.weir.metrics.store;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.weir.failure.SafeStore;
import io.weir.memory.MemoryStore;
import io.weir.memory.MemoryStore.Usage;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Meters for the memory of counters and for evictions. */
public final class MemoryStoreMetrics implements MeterBinder {

    private final Source<?> source;

    /** Gauges hold their object weakly, so it must be the store itself. */
    private record Source<S>(S store, Function<S, Usage> usage) {

        Gauge.Builder<S> gauge(String name, ToDoubleFunction<Usage> value) {
            return Gauge.builder(name, store, each -> value.applyAsDouble(usage.apply(each)));
        }

        FunctionCounter.Builder<S> counter(String name, ToDoubleFunction<Usage> value) {
            return FunctionCounter.builder(name, store, each -> value.applyAsDouble(usage.apply(each)));
        }
    }

    public MemoryStoreMetrics(MemoryStore store) {
        this.source = new Source<>(store, MemoryStore::usage);
    }

    /** Binds meters for the counters of this process beside a shared store. */
    public MemoryStoreMetrics(SafeStore store) {
        this.source = new Source<>(store, SafeStore::usage);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        source.gauge("rate_limiter.active_keys", Usage::cells)
                .description("Keys with a counter of their own in this process")
                .register(registry);
        source.gauge("rate_limiter.memory.used", Usage::bytes)
                .description("About how much heap the counters take")
                .baseUnit("bytes")
                .register(registry);
        source.gauge("rate_limiter.memory.max", Usage::maxBytes)
                .description("How much heap the counters may take")
                .baseUnit("bytes")
                .register(registry);
        source.counter("rate_limiter.evictions", Usage::idleEvictions)
                .description("Counters dropped from memory")
                .tag("reason", "idle")
                .register(registry);
        source.counter("rate_limiter.evictions", Usage::earlyEvictions)
                .description("Counters dropped from memory")
                .tag("reason", "room")
                .register(registry);
        source.counter("rate_limiter.evictions", Usage::newcomerEvictions)
                .description("Counters dropped from memory")
                .tag("reason", "newcomer")
                .register(registry);
        source.counter("rate_limiter.overflow", Usage::overflowCharges)
                .description("Charges to counters that keys share for want of room")
                .register(registry);
    }
}
