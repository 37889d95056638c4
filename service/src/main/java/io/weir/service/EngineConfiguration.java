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
    SharedRedis sharedRedis(ServiceSettings settings) {
        return new SharedRedis(settings.store().redis().map(RedisStore::connect));
    }

    @Bean
    Store store(SharedRedis shared, ServiceSettings settings, MeterRegistry registry) {
        Store store = shared.store()
                .map(redis -> safe(redis, settings.store(), registry))
                .orElseGet(() -> memory(registry));
        return new MeteredStore(store, registry);
    }

    private static Store memory(MeterRegistry registry) {
        MemoryStore memory = new MemoryStore();
        new MemoryStoreMetrics(memory).bindTo(registry);
        return memory;
    }

    private static Store safe(RedisStore redis, StoreSettings settings, MeterRegistry registry) {
        SafeStore safe = settings.safeguards().around(redis);
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
