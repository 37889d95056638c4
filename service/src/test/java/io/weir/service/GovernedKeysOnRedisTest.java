package io.weir.service;

import io.weir.testkit.redis.RedisServer;
import org.junit.jupiter.api.AfterAll;

final class GovernedKeysOnRedisTest extends GovernedKeysContract {

    private static final RedisServer REDIS = RedisServer.start();

    GovernedKeysOnRedisTest() {
        super(withoutTimeouts(REDIS));
    }

    @AfterAll
    static void stopRedis() {
        REDIS.close();
    }
}
