package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ConnectTest {

    private static final Limit LIMIT = Limit.parse("10/min");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "localhost",
                "localhost:6379",
                "http://me:topsecret@localhost",
                "redis:topsecret",
                "redis//me:topsecret@localhost",
                "redis://",
                "redis://me:topsecret@",
                "redis://me:topsecret@localhost:port",
                "redis://me:topsecret@localhost:99999",
                "redis://me:topsecret@localhost:6379/first",
                "redis://me:topsecret@localhost:6379/-1",
                "redis://me:topsecret@local host",
                "redis://me:topsecret@localhost?timeout=soon",
                "redis://me:topsecret@localhost?timeout=-1s",
                "redis://me:topsecret@localhost?timeout=0s",
                "redis://me:topsecret@localhost?timeuot=1s",
                "redis://me:topsecret@localhost?timeout",
            })
    void saysHowAnAddressIsWritten(String address) {
        assertThatThrownBy(() -> RedisStore.connect(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("redis://host:port")
                .satisfies(ConnectTest::assertTellsNoSecret);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://localhost",
                "redis://localhost:6379/2?timeout=500ms",
                "rediss://user:pass%40word@redis.example.com:6380?timeout=2s&verifyPeer=CA",
                "redis://[::1]:6379",
                "redis://127.0.0.1?database=3&clientName=weir",
                "redis-sentinel://one:26379,two:26379/0#primary",
            })
    void readsAddresses(String address) {
        assertThat(Address.parse(address)).isNotNull();
    }

    @Test
    void saysWhoseAddressDoesNotAnswer() {
        try (RedisServer gone = RedisServer.start()) {
            gone.kill();
            assertThatThrownBy(() -> RedisStore.connect("redis://me:topsecret@127.0.0.1:" + gone.port()))
                    .hasMessageContaining("127.0.0.1")
                    .hasMessageContaining("" + gone.port())
                    .satisfies(ConnectTest::assertTellsNoSecret);
        }
    }

    @Test
    void saysThatThePasswordIsWrong() {
        try (RedisServer redis = RedisServer.start("--requirepass", "another")) {
            assertThatThrownBy(() -> RedisStore.connect("redis://:topsecret@127.0.0.1:" + redis.port()))
                    .hasStackTraceContaining("WRONGPASS")
                    .satisfies(ConnectTest::assertTellsNoSecret);
            assertThatThrownBy(() -> RedisStore.connect(redis.uri())).hasStackTraceContaining("NOAUTH");
        }
    }

    @Test
    void takesPasswordAndDatabaseFromTheAddress() {
        try (RedisServer redis = RedisServer.start("--requirepass", "topsecret");
                RedisStore store = RedisStore.connect("redis://:topsecret@127.0.0.1:" + redis.port() + "/3")) {
            assertThat(store.chargeNow("key", LIMIT, 1).allowed()).isTrue();
            try (RedisStore elsewhere = RedisStore.connect("redis://:topsecret@127.0.0.1:" + redis.port())) {
                assertThat(elsewhere.chargeNow("key", LIMIT, 10).allowed()).isTrue();
            }
            assertThat(store.chargeNow("key", LIMIT, 10).allowed()).isFalse();
        }
    }

    @Test
    void failsCallsWhileRedisIsGoneAndComesBackByItself() {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.connect(redis.uri())) {
            redis.kill();
            assertThat(Wait.failure(store.charge(List.of(Charge.of("key", LIMIT)))))
                    .isNotNull();
            redis.restart();
            Wait.until("the store counts again", () -> answers(store));
        }
    }

    private static boolean answers(RedisStore store) {
        try {
            return store.chargeNow("key", LIMIT, 1).limit() == 10;
        } catch (RuntimeException notYet) {
            return false;
        }
    }

    private static void assertTellsNoSecret(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).doesNotContain("topsecret");
    }
}
