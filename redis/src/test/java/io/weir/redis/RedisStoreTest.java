package io.weir.redis;

import io.weir.store.Store;
import io.weir.testkit.StoreContract;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on a single connection, because opening hundreds of them takes longer than everything else. */
final class RedisStoreTest extends StoreContract {

    private static RedisServer redis;
    private static RedisStore store;
    private static volatile ManualTime current = ManualTime.create();

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        store = TestStore.on(redis.uri(), () -> current.nowMicros());
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
        return new OpenStore(store);
    }

    /** {@code -Dweir.oracle.steps=…} runs more steps. */
    @Override
    public int oracleSteps() {
        return Integer.getInteger("weir.oracle.steps", 10_000);
    }
}
