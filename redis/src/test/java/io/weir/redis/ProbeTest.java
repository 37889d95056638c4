package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.redis.RedisServer;
import org.junit.jupiter.api.Test;

final class ProbeTest {

    private static final String KEY = "rate_limiter:token_bucket:#probe";

    @Test
    void succeedsOnARedisThatCounts() {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.connect(redis.uri())) {
            Wait.answer(store.probe());
        }
    }

    @Test
    void leavesOnlyItsOwnKeyThatExpires() {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.connect(redis.uri())) {
            Wait.answer(store.probe());
            assertThat(redis.command("KEYS", "*")).isIn(KEY, "");
            assertThat(Long.parseLong(redis.command("PTTL", KEY)))
                    .isNotEqualTo(-1)
                    .isLessThan(5_000);
        }
    }

    @Test
    void everyProbeWrites() {
        try (RedisServer redis = RedisServer.start();
                RawRedis raw = new RawRedis(redis);
                RedisStore store = RedisStore.connect(redis.uri())) {
            for (int i = 1; i <= 20; i++) {
                long writes = raw.calls("set") + raw.calls("decrby");
                Wait.answer(store.probe());
                assertThat(raw.calls("set") + raw.calls("decrby"))
                        .as("after probe %d", i)
                        .isGreaterThan(writes);
            }
        }
    }

    @Test
    void failsOnAReadOnlyReplicaWithTheServersMessage() {
        try (RedisServer primary = RedisServer.start("--repl-diskless-sync-delay", "0");
                RedisStore onPrimary = RedisStore.connect(primary.uri());
                RedisServer replica = RedisServer.start("--replicaof", "127.0.0.1", "" + primary.port());
                RedisStore store = RedisStore.connect(replica.uri())) {
            Wait.until("the replica follows", () -> replica.command("ROLE").contains("connected"));
            Wait.answer(onPrimary.probe());
            assertThat(Wait.failure(store.probe())).hasMessageContaining("READONLY");
        }
    }

    @Test
    void failsOnAFullRedisWithTheServersMessage() {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.connect(redis.uri())) {
            Wait.answer(store.probe());
            redis.command("CONFIG", "SET", "maxmemory", "1");
            assertThat(Wait.failure(store.probe())).hasMessageContaining("OOM");
        }
    }
}
