package io.weir.redis;

import io.weir.failure.Safeguards;
import io.weir.store.Store;
import io.weir.testkit.gate.GateContract;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A gate on Redis with all safeguards around it, as in the service. */
final class GuardedRedisGateTest extends GateContract {

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
        return Safeguards.defaults().around(TestStore.on(redis.uri(), time), time, time);
    }
}
