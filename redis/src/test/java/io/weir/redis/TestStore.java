package io.weir.redis;

import io.weir.limit.Algorithm;
import io.weir.limit.TimeSource;
import io.weir.testkit.redis.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;

/** A store on a real Redis whose scripts are told the time. */
final class TestStore {

    private TestStore() {}

    static RedisStore on(String uri, TimeSource time) {
        return RedisStore.onTestTime(uri, clock(), time);
    }

    /** Tells Redis all scripts of such a store, so that none of them comes again, behind others. */
    static void loadScripts(RedisServer redis) {
        List<Algorithm> algorithms = List.of(Algorithm.values());
        Scripts scripts = new Scripts(clock());
        try (RawRedis raw = new RawRedis(redis)) {
            for (int set = 1; set < 1 << algorithms.size(); set++) {
                EnumSet<Algorithm> some = EnumSet.noneOf(Algorithm.class);
                for (int i = 0; i < algorithms.size(); i++) {
                    if ((set >> i) % 2 == 1) {
                        some.add(algorithms.get(i));
                    }
                }
                for (Scripts.Task task : Scripts.Task.values()) {
                    if (task != Scripts.Task.CHARGE_ONE
                            || (some.size() == 1 && !some.contains(Algorithm.SLIDING_WINDOW))) {
                        raw.commands().scriptLoad(scripts.of(task, some).text());
                    }
                }
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
