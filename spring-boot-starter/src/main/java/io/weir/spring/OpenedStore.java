package io.weir.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.failure.Safeguards;
import io.weir.metrics.MemoryStoreMetrics;
import io.weir.metrics.MeteredStore;
import io.weir.redis.RedisStore;
import io.weir.spring.RateLimitProperties.Safeguarding;
import io.weir.store.MemoryStore;
import io.weir.store.Store;
import java.util.Optional;

/**
 * The store that the settings name.
 *
 * @param redis the connection that it counts by, if it is not memory; closed with it
 */
record OpenedStore(Store store, Optional<RedisStore> redis) {

    static OpenedStore of(RateLimitProperties settings, Optional<MeterRegistry> meters) {
        Optional<RedisStore> redis = settings.store().equals(RateLimitProperties.MEMORY)
                ? Optional.empty()
                : Optional.of(connect(settings.store()));
        Store store = redis.<Store>map(
                        shared -> safeguards(settings.safeguards()).around(shared))
                .orElseGet(() -> memory(meters));
        return new OpenedStore(
                meters.<Store>map(registry -> new MeteredStore(store, registry)).orElse(store), redis);
    }

    private static Store memory(Optional<MeterRegistry> meters) {
        MemoryStore store = new MemoryStore();
        meters.ifPresent(new MemoryStoreMetrics(store)::bindTo);
        return store;
    }

    private static Safeguards safeguards(Safeguarding given) {
        return new Safeguards(given.deadline(), given.mostWaiting(), given.localShare(), given.mostDenials());
    }

    private static RedisStore connect(String address) {
        if (!address.contains("://")) {
            throw new InvalidSettingException(
                    "rate-limit.store", "write memory, or an address such as redis://localhost");
        }
        try {
            return RedisStore.connect(address);
        } catch (IllegalArgumentException unreadable) {
            throw new InvalidSettingException("rate-limit.store", String.valueOf(unreadable.getMessage()));
        }
    }
}
