package io.weir.redis;

import io.weir.limit.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A store on a real Redis whose scripts are told the time. */
final class TestStore {

    private TestStore() {}

    static RedisStore on(String uri, TimeSource time) {
        return RedisStore.onTestTime(uri, clock(), time);
    }

    private static String clock() {
        try (InputStream in = TestStore.class.getResourceAsStream("test_clock.lua")) {
            if (in == null) {
                throw new IllegalStateException("no resource test_clock.lua");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
