package io.weir.service;

import io.weir.testkit.redis.RedisServer;
import org.junit.jupiter.api.AfterAll;

final class EvaluateOnRedisTest extends EvaluateContract {

    private static final RedisServer REDIS = RedisServer.start();

    EvaluateOnRedisTest() {
        super(withoutTimeouts(REDIS));
    }

    @AfterAll
    static void stopRedis() {
        REDIS.close();
    }
}
