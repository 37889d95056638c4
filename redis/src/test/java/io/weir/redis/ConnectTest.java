package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisCredentials;
import io.weir.limit.Limit;
import io.weir.redis.internal.link.Address;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
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
                "redis-sentinel://me:topsecret@one:port,two#primary",
                "redis-sentinel://me:topsecret@one,two",
                "redis-cluster://",
                "redis-cluster://me:topsecret@",
                "redis-cluster://me:topsecret@one:7000,two:port",
                "redis-cluster://me:topsecret@one:7000,,two:7000",
                "redis-cluster://me:topsecret@one:7000,two:7000/1",
                "redis-cluster://me:topsecret@one:7000?database=1",
                "redis-cluster://me:topsecret@one:7000?timeuot=1s",
                "redis-clusters://me:topsecret@one:7000",
            })
    void rejectsAWrongAddressWithTheRightForm(String address) {
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
                "redis-sentinel://:pass%40word@one,two/2?timeout=2s#primary",
                "redis-cluster://one:7000,two:7000",
                "redis-cluster://one",
                "redis-cluster://one,two/0",
                "rediss-cluster://user:pass%40word@one:7000,[::1]:7000/?timeout=200ms",
            })
    void readsAddresses(String address) {
        assertThat(Address.parse(address)).isNotNull();
    }

    @Test
    void readsTheNodesOfACluster() {
        Address address = Address.parse("rediss-cluster://me:pass%40word@one:7000,two:7001?timeout=200ms");
        assertThat(address.isCluster()).isTrue();
        assertThat(address).hasToString("one:7000,two:7001");
        assertThat(address.timeout()).isEqualTo(Duration.ofMillis(200));
        assertThat(address.nodes()).allSatisfy(node -> {
            assertThat(node.isSsl()).isTrue();
            RedisCredentials user =
                    node.getCredentialsProvider().resolveCredentials().block();
            assertThat(user.getUsername()).isEqualTo("me");
            assertThat(new String(user.getPassword())).isEqualTo("pass@word");
        });
    }

    @Test
    void namesSentinelsAndTheirMaster() {
        assertThat(Address.parse("redis-sentinel://:secret@one:1,two:2/3#primary"))
                .hasToString("one:1,two:2#primary");
    }

    @Test
    void namesTheServerThatDoesNotAnswer() {
        try (RedisServer gone = RedisServer.start()) {
            gone.kill();
            assertThat(failure("redis://me:topsecret@127.0.0.1:" + gone.port()))
                    .hasMessageContaining("127.0.0.1:" + gone.port())
                    .hasMessageContaining("Connection refused");
        }
    }

    @Test
    void reportsAnUnknownName() {
        assertThat(failure("redis://me:topsecret@no.such.host.invalid"))
                .hasMessageContaining("no.such.host.invalid:6379")
                .hasMessageContaining("UnknownHost");
    }

    @Test
    void reportsAWrongPassword() {
        try (RedisServer redis = RedisServer.start("--requirepass", "another")) {
            assertThat(failure("redis://:topsecret@127.0.0.1:" + redis.port())).hasMessageContaining("WRONGPASS");
            assertThat(failure(redis.uri())).hasMessageContaining("NOAUTH");
        }
    }

    /** Returns the failure of a call on a store with this address. */
    private static Throwable failure(String address) {
        try (RedisStore store = RedisStore.connect(address)) {
            Wait.until("an attempt has ended", () -> {
                Throwable failure = Wait.failure(store.charge(List.of(Charge.of("key", LIMIT))));
                return !String.valueOf(failure.getMessage()).contains("no attempt");
            });
            Throwable failure = Wait.failure(store.peek(List.of(Charge.of("key", LIMIT))));
            assertThat(failure).satisfies(ConnectTest::assertTellsNoSecret);
            assertThat(Wait.failure(store.forget(Charge.of("key", LIMIT)))).hasSameClassAs(failure);
            assertThat(Wait.failure(store.probe())).hasSameClassAs(failure);
            return failure;
        }
    }

    @Test
    void usesThePasswordAndDatabaseInTheAddress() {
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
    void failsCallsWhileRedisIsGoneAndRecovers() {
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
