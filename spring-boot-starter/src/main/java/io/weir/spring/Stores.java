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

/** Opens the store that the settings name. */
final class Stores {

    private Stores() {}

    static Store open(RateLimitProperties settings, Optional<MeterRegistry> meters) {
        Store store = settings.store().equals(RateLimitProperties.MEMORY) ? memory(meters) : redis(settings);
        return meters.<Store>map(registry -> new MeteredStore(store, registry)).orElse(store);
    }

    private static Store memory(Optional<MeterRegistry> meters) {
        MemoryStore store = new MemoryStore();
        meters.ifPresent(new MemoryStoreMetrics(store)::bindTo);
        return store;
    }

    private static Store redis(RateLimitProperties settings) {
        if (!settings.store().contains("://")) {
            throw new InvalidSettingException(
                    "rate-limit.store", "write memory, or an address such as redis://localhost");
        }
        Safeguarding given = settings.safeguards();
        Safeguards safeguards =
                new Safeguards(given.deadline(), given.mostWaiting(), given.localShare(), given.mostDenials());
        try {
            return safeguards.around(RedisStore.connect(settings.store()));
        } catch (IllegalArgumentException unreadable) {
            throw new InvalidSettingException("rate-limit.store", String.valueOf(unreadable.getMessage()));
        }
    }
}
