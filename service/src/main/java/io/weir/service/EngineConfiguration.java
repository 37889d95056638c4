package io.weir.service;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.memory.MemoryStore;
import io.weir.metrics.CoarseClock;
import io.weir.metrics.FailedLogins;
import io.weir.metrics.store.BatchSizes;
import io.weir.metrics.store.MeteredStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.redis.RedisStore;
import io.weir.service.observe.Observability;
import io.weir.service.observe.StoreHealth;
import io.weir.store.Store;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans that decide: the store, the gate before it, and their observers. */
@Configuration(proxyBeanMethods = false)
class EngineConfiguration {

    @Bean
    SharedRedis sharedRedis(ServiceSettings settings, MeterRegistry registry) {
        return new SharedRedis(settings.store().redis().map(uri -> RedisStore.connect(uri, new BatchSizes(registry))));
    }

    @Bean
    Store store(SharedRedis shared, ServiceSettings settings, MeterRegistry registry) {
        Store store = shared.store()
                .map(redis -> MeteredStore.around(redis, settings.store().safeguards(), registry))
                .orElseGet(() -> MeteredStore.around(new MemoryStore(), registry));
        shared.store().ifPresent(redis -> WarmUp.of(store));
        return store;
    }

    /** Adds the tag to all meters of this process. */
    @Bean
    Clock metersClock() {
        return CoarseClock.start();
    }

    /** Registers the meter although the service never sees a login, so that alerts on it find a series. */
    @Bean
    FailedLogins failedLogins(MeterRegistry registry) {
        return new FailedLogins(registry);
    }

    /** The gate starts without rules; the policy comes later. */
    @Bean
    Gate gate(Store store, Observability observability) {
        return new Gate(Policy.of(List.of()), store, observability.ofGate());
    }

    @Bean
    Observability observability(MeterRegistry registry, ServiceSettings settings) {
        return Observability.of(registry, settings.observe());
    }

    @Bean
    StoreHealth storeHealthIndicator(Store store, ServiceSettings settings) {
        return new StoreHealth(store, settings.store());
    }
}
