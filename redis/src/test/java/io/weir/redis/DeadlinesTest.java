package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisException;
import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A Redis that does not answer. */
final class DeadlinesTest {

    private static final Charge CHARGE = Charge.of("key", Limit.parse("10/min"));

    @Test
    void everyCallOnAStalledRedisFailsInTimeAndTheNextOneAfterItSucceeds() {
        try (RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.connect(redis.uri() + "?timeout=200ms")) {
            Wait.until("the store has started", () -> answers(store));
            redis.pause();
            assertThatThrownBy(() -> store.chargeNow(CHARGE)).satisfies(DeadlinesTest::isOfSilence);
            assertThat(Wait.failure(store.peek(List.of(CHARGE)))).satisfies(DeadlinesTest::isOfSilence);
            assertThat(Wait.failure(store.forget(CHARGE))).satisfies(DeadlinesTest::isOfSilence);
            redis.resume();
            Wait.until("Redis answers again", () -> answers(store));
            assertThat(store.chargeNow(CHARGE).allowed()).isTrue();
        }
    }

    /** If this process has no time to look at its deadlines, the silent connection may be given up first. */
    private static void isOfSilence(Throwable failure) {
        assertThat(failure).isInstanceOf(RedisException.class).message().matches("Redis .*|the connection .*");
    }

    private static boolean answers(RedisStore store) {
        return store.probe()
                .toCompletableFuture()
                .handle((done, failure) -> failure == null)
                .join();
    }
}
