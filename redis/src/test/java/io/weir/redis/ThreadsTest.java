package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Decision;
import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ThreadsTest {

    private static final Charge CHARGE = Charge.of("key", Limit.parse("1000/min"));
    private static RedisServer redis;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @Test
    void rejectsBlockingOnTheReadingThread() {
        try (RedisStore store = RedisStore.connect(redis.uri() + "?timeout=30s")) {
            redis.pause();
            CompletionStage<Decision> waiting =
                    store.charge(List.of(CHARGE)).thenApply(answer -> store.chargeNow(CHARGE));
            redis.resume();
            assertThat(Wait.failure(waiting))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("this thread brings the answers from Redis");
            assertThat(store.chargeNow(CHARGE).allowed()).isTrue();
        }
    }

    @Test
    void completesAsynchronouslyOnTheReadingThread() {
        try (RedisStore store = RedisStore.connect(redis.uri() + "?timeout=30s")) {
            redis.pause();
            CompletionStage<Answer> waiting =
                    store.charge(List.of(CHARGE)).thenCompose(answer -> store.charge(List.of(CHARGE)));
            redis.resume();
            assertThat(Wait.answer(waiting).allowed()).isTrue();
        }
    }

    @Test
    void closingLeavesNoThreadAndNoConnection() {
        try (RedisStore store = RedisStore.connect(redis.uri())) {
            assertThat(store.chargeNow(CHARGE).allowed()).isTrue();
            assertThat(threads()).isPositive();
            assertThat(connections()).isPositive();
        }
        Wait.until("no thread is left", () -> threads() == 0);
        Wait.until("no connection is left", () -> connections() == 0);
    }

    @Test
    void closingAStoreWithoutAServerLeavesNoThread() {
        try (RedisServer gone = RedisServer.start()) {
            gone.kill();
            RedisStore.connect(gone.uri()).close();
        }
        Wait.until("no thread is left", () -> threads() == 0);
    }

    @Test
    void closingFailsPendingCalls() {
        RedisStore store = RedisStore.connect(redis.uri() + "?timeout=60s");
        redis.pause();
        List<CompletionStage<Answer>> waiting = IntStream.range(0, 2_000)
                .mapToObj(key -> store.charge(List.of(Charge.of("key" + key, CHARGE.limit()))))
                .toList();
        store.close();
        redis.resume();
        waiting.forEach(call -> assertThat(Wait.failure(call)).isNotNull());
        assertThat(Wait.failure(store.charge(List.of(CHARGE)))).isNotNull();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("weir-redis-"))
                .count();
    }

    /** Without the connection of this query. */
    private static long connections() {
        return redis.command("CLIENT", "LIST", "TYPE", "normal").lines().count() - 1;
    }
}
