package io.weir.service.envoy;

import io.weir.failure.Safeguards;
import io.weir.redis.RedisStore;
import io.weir.store.Store;
import io.weir.testkit.redis.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class RedisEnvoyTest extends EnvoyContract {

    private static RedisServer redis;
    private static Store store;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        // Generous, for a busy machine.
        store = Safeguards.defaults().withDeadline(Duration.ofSeconds(5)).around(RedisStore.connect(redis.uri()));
    }

    @AfterAll
    static void end() {
        store.close();
        redis.close();
    }

    @Override
    Store store() {
        return store;
    }
}
