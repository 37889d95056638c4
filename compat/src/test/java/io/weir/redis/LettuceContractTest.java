package io.weir.redis;

import io.weir.time.ManualTime;
import io.weir.store.spi.ForwardingStore;
import io.weir.store.Store;
import io.weir.testkit.StoreContract;
import io.weir.testkit.redis.RedisServer;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract of every store, on the Lettuce that this line of Spring Boot brings. */
final class LettuceContractTest extends StoreContract {

    private static RedisServer redis;
    private static RedisStore store;
    private static volatile ManualTime current = ManualTime.create();

    @BeforeAll
    static void start() throws Exception {
        redis = RedisServer.start();
        try (InputStream clock = LettuceContractTest.class.getResourceAsStream("test_clock.lua")) {
            String text = new String(clock.readAllBytes(), StandardCharsets.UTF_8);
            store = RedisStore.onTestTime(redis.uri(), text, () -> current.nowMicros());
        }
    }

    @AfterAll
    static void stop() {
        store.close();
        redis.close();
    }

    @Override
    protected Store create(ManualTime time) {
        redis.command("FLUSHALL");
        current = time;
        return new ForwardingStore(store) {
            @Override
            public void close() {}
        };
    }

    @Override
    public int oracleSteps() {
        return 2_000;
    }
}
