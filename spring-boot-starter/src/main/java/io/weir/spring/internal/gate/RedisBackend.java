package io.weir.spring.internal.gate;

import io.micrometer.core.instrument.MeterRegistry;
import io.weir.failure.Safeguards;
import io.weir.metrics.store.BatchSizes;
import io.weir.metrics.store.MeteredStore;
import io.weir.redis.RedisStore;
import io.weir.spring.internal.settings.InvalidSettingException;
import io.weir.spring.internal.settings.RateLimitProperties;
import io.weir.spring.internal.settings.RateLimitProperties.Safeguarding;
import io.weir.store.Store;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Opens a store in Redis. No other class of the starter refers to weir-redis, which is an optional dependency; this
 * class is loaded only if the settings name a Redis.
 */
final class RedisBackend {

    private RedisBackend() {}

    static OpenedStore open(RateLimitProperties settings, Optional<MeterRegistry> meters) {
        RedisStore redis = connect(settings.store(), meters);
        Safeguards safeguards = safeguards(settings.safeguards());
        Store store = meters.<Store>map(registry -> MeteredStore.around(redis, safeguards, registry))
                .orElseGet(() -> safeguards.around(redis));
        return new OpenedStore(store, Optional.of(redis.document("policy")), Optional.of(redis.document("blocks")));
    }

    private static RedisStore connect(String address, Optional<MeterRegistry> meters) {
        try {
            return RedisStore.connect(
                    address, meters.<IntConsumer>map(BatchSizes::new).orElse(calls -> {}));
        } catch (IllegalArgumentException unreadable) {
            throw new InvalidSettingException("rate-limit.store", String.valueOf(unreadable.getMessage()));
        }
    }

    private static Safeguards safeguards(Safeguarding given) {
        return new Safeguards(given.deadline(), given.mostWaiting(), given.localShare(), given.mostDenials());
    }

    /** Returns the address for messages, without its password. */
    static String nameOf(String address) {
        return RedisStore.nameOf(address);
    }
}
