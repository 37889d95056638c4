package io.weir.service;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.weir.document.spi.Document;
import io.weir.guard.block.BlockConfig;
import io.weir.guard.block.BlockRegistry;
import io.weir.guard.login.AddressLogins;
import io.weir.live.FileDocument;
import io.weir.live.MemoryDocument;
import io.weir.memory.MemoryStore;
import io.weir.metrics.CoarseClock;
import io.weir.metrics.FailedLogins;
import io.weir.metrics.store.BatchSizes;
import io.weir.metrics.store.MeteredStore;
import io.weir.policy.Gate;
import io.weir.policy.Policy;
import io.weir.redis.RedisStore;
import io.weir.service.guard.ServiceGuard;
import io.weir.service.guard.block.BlockAudit;
import io.weir.service.guard.block.BlocksApi;
import io.weir.service.observe.Observability;
import io.weir.service.observe.StoreHealth;
import io.weir.store.Store;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
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
    Gate gate(Store store, Observability observability, BlockRegistry blocks) {
        return new Gate(Policy.of(List.of()), store, observability.ofGate()).withBlocks(blocks, TimeSource.system());
    }

    /** Rules block no trusted proxy, and no network that a bypass of the policy in force exempts. */
    @Bean
    BlockRegistry blocks(
            SharedRedis shared,
            ServiceSettings settings,
            ServiceGuard guard,
            Store store,
            ObjectProvider<Gate> gate,
            MeterRegistry registry) {
        Document document = shared.store()
                .map(redis -> redis.document("blocks"))
                .or(() -> settings.policy().dataDir().map(folder -> new FileDocument(folder, "blocks")))
                .orElseGet(MemoryDocument::new);
        BlockRegistry blocks = BlockRegistry.start(
                document,
                BlockConfig.of(TimeSource.system(), Scheduler.system())
                        .withNever(() -> Stream.concat(
                                        settings.proxies().networks().stream(),
                                        gate.getObject().policy().bypasses().stream()
                                                .flatMap(bypass -> bypass.network().stream()))
                                .toList())
                        .withPeople(AddressLogins.of(store)::hasPeople)
                        .withListener(new BlockAudit(guard, registry)));
        BlockAudit.meter(blocks, registry);
        return blocks;
    }

    @Bean
    BlocksApi blocksApi(BlockRegistry blocks, ServiceSettings settings) {
        return new BlocksApi(blocks, settings.access());
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
