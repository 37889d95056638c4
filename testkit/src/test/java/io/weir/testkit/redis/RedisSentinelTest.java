package io.weir.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisSentinelTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void swapsMasterAndReplica(int sentinels) {
        try (RedisSentinel group = RedisSentinel.start(sentinels)) {
            RedisServer first = group.master();
            first.command("SET", "key", "value");
            RedisServer second = group.replica();
            Poll.until(
                    "the replica has it too", () -> second.command("GET", "key").equals("value"));
            group.failover();
            assertThat(group.master()).isSameAs(second);
            assertThat(group.replica()).isSameAs(first);
            assertThat(group.master().command("GET", "key")).isEqualTo("value");
        }
    }

    @Test
    void replacesAKilledMasterAndKeepsItAsAReplica() {
        try (RedisSentinel group = RedisSentinel.start(3)) {
            RedisServer dead = group.master();
            RedisServer heir = group.replica();
            dead.kill();
            group.awaitMaster(heir);
            assertThat(heir.command("SET", "key", "value")).isEqualTo("OK");
            dead.restart();
            Poll.until(
                    "the old master follows", () -> dead.command("GET", "key").equals("value"));
            group.failover();
            assertThat(group.master()).isSameAs(dead);
        }
    }

    @Test
    void namesItsSentinelsAndLeavesNoProcess() {
        RedisSentinel group = RedisSentinel.start(1);
        RedisServer sentinel = group.sentinels().get(0);
        RedisServer master = group.master();
        assertThat(group.uri()).isEqualTo("redis-sentinel://127.0.0.1:" + sentinel.port() + "#weir");
        group.close();
        assertThat(ProcessHandle.of(sentinel.pid())).isEmpty();
        assertThat(ProcessHandle.of(master.pid())).isEmpty();
        assertThat(sentinel.folder()).doesNotExist();
    }
}
