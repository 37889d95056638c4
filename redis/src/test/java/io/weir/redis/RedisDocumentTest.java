package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.document.spi.Document;
import io.weir.document.spi.Document.Content;
import io.weir.document.spi.Document.Stamp;
import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisSentinel;
import io.weir.testkit.redis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RedisDocumentTest {

    private static RedisServer redis;
    private static RedisStore store;
    private static Document document;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        store = RedisStore.connect(redis.uri() + "?timeout=10s");
        document = store.document("policy");
    }

    @AfterAll
    static void stop() {
        store.close();
        redis.close();
    }

    @BeforeEach
    void empty() {
        redis.command("FLUSHALL");
    }

    private static boolean replaceIf(Stamp expected, long version, String text) {
        return Wait.answer(document.replaceIf(expected, version, text));
    }

    private static String text(Document document) {
        return Wait.answer(document.read()).map(Content::text).orElse("nothing");
    }

    @Test
    void doesNotExistAtFirst() {
        assertThat(Wait.answer(document.stamp())).isEqualTo(Stamp.NONE);
        assertThat(Wait.answer(document.read())).isEmpty();
    }

    @Test
    void keepsTheWrittenText() {
        String text = "{\"a\": \"grüße 🌊\"}\n\u0000".repeat(10_000);
        assertThat(replaceIf(Stamp.NONE, 1, text)).isTrue();
        assertThat(text(document)).isEqualTo(text);
        assertThat(Wait.answer(document.read()).orElseThrow().stamp())
                .isEqualTo(Wait.answer(document.stamp()))
                .isEqualTo(Stamp.of(1, text));
        assertThat(redis.command("HGET", "rate_limiter:policy", "version")).isEqualTo("1");
        assertThat(redis.command("TTL", "rate_limiter:policy")).isEqualTo("-1");
    }

    @Test
    void isReplacedOnlyByAWriterThatKnowsItsStamp() {
        replaceIf(Stamp.NONE, 1, "one");
        Stamp one = Wait.answer(document.stamp());
        assertThat(replaceIf(Stamp.NONE, 1, "another")).isFalse();
        assertThat(replaceIf(one, 2, "two")).isTrue();
        assertThat(replaceIf(one, 2, "another")).isFalse();
        assertThat(text(document)).isEqualTo("two");
    }

    @Test
    void twoTextsOfOneVersionHaveDifferentStamps() {
        replaceIf(Stamp.NONE, 1, "one");
        Stamp one = Wait.answer(document.stamp());
        redis.command("FLUSHALL");
        replaceIf(Stamp.NONE, 1, "another");
        assertThat(Wait.answer(document.stamp())).isNotEqualTo(one);
        assertThat(replaceIf(one, 2, "two")).isFalse();
    }

    @Test
    void isRestoredOnlyOverAnOlderDocumentOrNone() {
        assertThat(Wait.answer(document.replaceOlder(5, "five"))).isTrue();
        assertThat(Wait.answer(document.replaceOlder(5, "another"))).isFalse();
        assertThat(Wait.answer(document.replaceOlder(4, "four"))).isFalse();
        assertThat(text(document)).isEqualTo("five");
        assertThat(Wait.answer(document.replaceOlder(6, "six"))).isTrue();
        assertThat(text(document)).isEqualTo("six");
    }

    @Test
    void oneOfManyConcurrentWritersSucceeds() {
        for (int round = 1; round <= 50; round++) {
            Stamp before = Wait.answer(document.stamp());
            List<CompletionStage<Boolean>> attempts = new ArrayList<>();
            for (int writer = 0; writer < 8; writer++) {
                attempts.add(document.replaceIf(before, round, "writer " + writer));
            }
            assertThat(attempts.stream().map(Wait::answer).filter(won -> won)).hasSize(1);
        }
    }

    @Test
    void doesNotReplaceAnotherValue() {
        redis.command("SET", "rate_limiter:policy", "a text");
        assertThat(Wait.failure(document.stamp())).hasMessageContaining("WRONGTYPE");
        assertThat(Wait.failure(document.replaceOlder(1, "one"))).hasMessageContaining("WRONGTYPE");
        redis.command("DEL", "rate_limiter:policy");
        redis.command("HSET", "rate_limiter:policy", "version", "nan");
        assertThat(Wait.failure(document.replaceOlder(1, "one"))).hasMessageContaining("not a whole number");
        assertThat(redis.command("HGET", "rate_limiter:policy", "version")).isEqualTo("nan");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "token_bucket:a", "Policy", "a b", "{a}"})
    void rejectsNamesThatACounterCouldHave(String name) {
        assertThatThrownBy(() -> store.document(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("such as policy");
    }

    @Test
    void failsWhileRedisIsGoneAndRecoversWithIt() {
        try (RedisServer server = RedisServer.start();
                RedisStore other = RedisStore.connect(server.uri())) {
            Document there = other.document("policy");
            Wait.answer(there.replaceOlder(1, "one"));
            server.kill();
            assertThat(Wait.failure(there.stamp())).isNotNull();
            assertThat(Wait.failure(there.replaceOlder(2, "two"))).isNotNull();
            server.restart();
            Wait.until("Redis is back and empty", () -> isEmpty(there));
        }
    }

    private static boolean isEmpty(Document document) {
        return document.stamp()
                .handle((stamp, failure) -> failure == null && stamp.equals(Stamp.NONE))
                .toCompletableFuture()
                .join();
    }

    @Test
    void isKeptByAClusterAndByTheMasterOfSentinels() {
        try (RedisStore cluster = RedisStore.connect(Clusters.uri(Clusters.shared()) + "?timeout=10s");
                RedisSentinel group = RedisSentinel.start(1);
                RedisStore sentinel = RedisStore.connect(group.uri())) {
            for (RedisStore each : List.of(cluster, sentinel)) {
                Document there = each.document("policy");
                Stamp before = Wait.answer(there.stamp());
                assertThat(Wait.answer(there.replaceIf(before, before.version() + 1, "text")))
                        .isTrue();
                assertThat(text(there)).isEqualTo("text");
                Wait.answer(each.charge(List.of(Charge.of("policy", Limit.parse("10/min")))));
                assertThat(text(there)).isEqualTo("text");
            }
        }
    }
}
