package io.weir.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.failure.Safeguards;
import io.weir.metrics.BatchSizes;
import io.weir.metrics.MeteredStore;
import io.weir.redis.RedisStore;
import io.weir.spring.RateLimitProperties.Safeguarding;
import io.weir.store.MemoryStore;
import io.weir.store.Store;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * The store that the settings name.
 *
 * @param redis the connection that it counts by, if it is not memory; closed with it
 */
record OpenedStore(Store store, Optional<RedisStore> redis) {

    static OpenedStore of(RateLimitProperties settings, Optional<MeterRegistry> meters) {
        Optional<RedisStore> redis = settings.store().equals(RateLimitProperties.MEMORY)
                ? Optional.empty()
                : Optional.of(connect(settings.store(), meters));
        return new OpenedStore(
                redis.map(shared -> safe(shared, safeguards(settings.safeguards()), meters))
                        .orElseGet(() -> memory(meters)),
                redis);
    }

    private static Store memory(Optional<MeterRegistry> meters) {
        MemoryStore store = new MemoryStore();
        return meters.<Store>map(registry -> MeteredStore.around(store, registry))
                .orElse(store);
    }

    private static Store safe(RedisStore shared, Safeguards safeguards, Optional<MeterRegistry> meters) {
        return meters.<Store>map(registry -> MeteredStore.around(shared, safeguards, registry))
                .orElseGet(() -> safeguards.around(shared));
    }

    private static Safeguards safeguards(Safeguarding given) {
        return new Safeguards(given.deadline(), given.mostWaiting(), given.localShare(), given.mostDenials());
    }

    private static RedisStore connect(String address, Optional<MeterRegistry> meters) {
        if (!address.contains("://")) {
            throw new InvalidSettingException(
                    "rate-limit.store", "write memory, or an address such as redis://localhost");
        }
        try {
            return RedisStore.connect(
                    address, meters.<IntConsumer>map(BatchSizes::new).orElse(calls -> {}));
        } catch (IllegalArgumentException unreadable) {
            throw new InvalidSettingException("rate-limit.store", String.valueOf(unreadable.getMessage()));
        }
    }
}
