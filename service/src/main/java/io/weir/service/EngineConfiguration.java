package io.weir.service;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.failure.SafeStore;
import io.weir.metrics.DeniedRequests;
import io.weir.metrics.MemoryStoreMetrics;
import io.weir.metrics.MeteredStore;
import io.weir.metrics.SafeStoreMetrics;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.redis.RedisStore;
import io.weir.store.MemoryStore;
import io.weir.store.Store;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What decides: the store, the gate before it, and how they are seen from outside. */
@Configuration(proxyBeanMethods = false)
class EngineConfiguration {

    @Bean
    Store store(ServiceSettings settings, MeterRegistry registry) {
        StoreSettings where = settings.store();
        Store store = where.redis().isPresent() ? redis(where.redis().get(), where, registry) : memory(registry);
        return new MeteredStore(store, registry);
    }

    private static Store memory(MeterRegistry registry) {
        MemoryStore memory = new MemoryStore();
        new MemoryStoreMetrics(memory).bindTo(registry);
        return memory;
    }

    private static Store redis(String address, StoreSettings settings, MeterRegistry registry) {
        SafeStore safe = settings.safeguards().around(RedisStore.connect(address));
        new SafeStoreMetrics(safe).bindTo(registry);
        return safe;
    }

    /** Without rules, until somebody brings some. */
    @Bean
    Gate gate(Store store, MeterRegistry registry) {
        return new Gate(Policy.of(List.of()), store, new DeniedRequests(registry));
    }

    @Bean
    StoreHealth storeHealthIndicator(Store store, ServiceSettings settings) {
        return new StoreHealth(store, settings.store());
    }
}
