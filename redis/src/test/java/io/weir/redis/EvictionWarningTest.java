package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.testkit.redis.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EvictionWarningTest {

    private final Warnings warnings = new Warnings();

    @AfterEach
    void leave() {
        warnings.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"allkeys-lru", "volatile-ttl", "allkeys-random"})
    void warnsOnceOfARedisThatEvicts(String policy) {
        useRedis("", "--maxmemory", "100mb", "--maxmemory-policy", policy);
        assertThat(warnings.texts()).singleElement().asString().contains("maxmemory-policy noeviction");
    }

    @Test
    void doesNotWarnOfARedisThatRejectsWritesWhenFull() {
        useRedis("", "--maxmemory", "100mb", "--maxmemory-policy", "noeviction");
        assertThat(warnings.texts()).isEmpty();
    }

    @Test
    void doesNotWarnOfARedisWithoutAMemoryBound() {
        useRedis("", "--maxmemory", "0", "--maxmemory-policy", "allkeys-lru");
        assertThat(warnings.texts()).isEmpty();
    }

    @Test
    void worksWithoutAWarningForAUserWithoutThePermission() {
        useRedis("somebody:secret@", "--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru");
        assertThat(warnings.texts()).isEmpty();
    }

    /** The answer to the charge arrives after the memory settings. */
    private static void useRedis(String user, String... options) {
        try (RedisServer redis = RedisServer.start(options)) {
            redis.command("ACL", "SETUSER", "somebody", "on", ">secret", "~*", "+@all", "-info");
            try (RedisStore store = RedisStore.connect("redis://" + user + "127.0.0.1:" + redis.port())) {
                assertThat(store.chargeNow("key", Limit.parse("10/min"), 1).allowed())
                        .isTrue();
            }
        }
    }
}
