package io.weir.spring.internal.gate;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.document.spi.Document;
import io.weir.memory.MemoryStore;
import io.weir.metrics.store.MeteredStore;
import io.weir.spring.internal.settings.InvalidSettingException;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.store.Store;
import java.util.Optional;
import org.springframework.util.ClassUtils;

/**
 * The store that the settings name.
 *
 * @param policy the document in the same store from which a fleet's policy can be followed; empty for memory
 * @param blocks the document in the same store with the subjects that are blocked; empty for memory
 */
public record OpenedStore(Store store, Optional<Document> policy, Optional<Document> blocks) {

    private static final String REDIS = "io.weir.redis.RedisStore";

    static OpenedStore of(RateLimitProperties settings, Optional<MeterRegistry> meters) {
        if (settings.store().equals(RateLimitProperties.MEMORY)) {
            return new OpenedStore(memory(meters), Optional.empty(), Optional.empty());
        }
        if (!settings.store().contains("://")) {
            throw new InvalidSettingException(
                    "rate-limit.store", "write memory, or an address such as redis://localhost");
        }
        if (!ClassUtils.isPresent(REDIS, OpenedStore.class.getClassLoader())) {
            throw new InvalidSettingException(
                    "rate-limit.store",
                    "counters in Redis need the dependency io.weir:weir-redis, which the application does not have;"
                            + " add it to the build, or write memory");
        }
        return RedisBackend.open(settings, meters);
    }

    private static Store memory(Optional<MeterRegistry> meters) {
        MemoryStore store = new MemoryStore();
        return meters.<Store>map(registry -> MeteredStore.around(store, registry))
                .orElse(store);
    }
}
