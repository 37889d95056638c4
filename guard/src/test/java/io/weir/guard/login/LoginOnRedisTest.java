package io.weir.guard.login;

import io.weir.redis.RedisStore;
import io.weir.store.Store;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.TimeSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class LoginOnRedisTest extends LoginContract {

    private static RedisServer redis;
    private static RedisStore store;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        store = RedisStore.connect(redis.uri());
    }

    @AfterAll
    static void stop() {
        store.close();
        redis.close();
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public TimeSource time() {
        return TimeSource.system();
    }

    @Override
    void empty() {
        redis.command("FLUSHALL");
    }
}
