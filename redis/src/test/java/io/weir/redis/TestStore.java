package io.weir.redis;

import io.weir.redis.internal.script.LuaScript;
import io.weir.redis.internal.script.Scripts;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A store on a real Redis whose scripts receive the time as an argument. */
final class TestStore {

    private TestStore() {}

    static RedisStore on(String uri, TimeSource time) {
        return RedisStore.onTestTime(uri, clock(), time);
    }

    /** Loads all scripts of such a store into Redis, so that no call is sent twice and overtaken by others. */
    static void loadScripts(RedisServer redis) {
        try (RawRedis raw = new RawRedis(redis)) {
            for (LuaScript script : Scripts.onTestTime(clock()).values()) {
                raw.commands().scriptLoad(script.text());
            }
        }
    }

    static String clock() {
        return resource("test_clock.lua");
    }

    /** A file beside this class. */
    static String resource(String name) {
        try (InputStream in = TestStore.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
