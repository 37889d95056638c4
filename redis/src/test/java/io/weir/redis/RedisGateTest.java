package io.weir.redis;

import io.weir.store.Store;
import io.weir.testkit.gate.GateContract;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class RedisGateTest extends GateContract {

    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @Override
    protected Store create(ManualTime time) {
        redis.command("FLUSHALL");
        return TestStore.on(redis.uri(), time);
    }
}
