package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.testkit.fault.FaultProxy;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CutRepliesTest {

    private static final Limit LIMIT = Limit.parse("1000000/day");

    @Test
    void aCallWhoseReplyIsCutIsCountedAtMostOnce() {
        ManualTime time = ManualTime.create();
        try (RedisServer redis = RedisServer.start();
                RedisStore direct = TestStore.on(redis.uri(), time);
                FaultProxy proxy = FaultProxy.before(redis.port());
                RedisStore store = TestStore.on(proxy.uri(), time)) {
            int failures = 0;
            for (int bytes : new int[] {1, 4, 10, 25, 40, 1_000}) {
                Wait.until("the store is back", () -> peeks(store));
                long before = remaining(direct);
                proxy.cutAfterBytes(bytes);
                boolean answered = charges(store);
                proxy.heal();
                failures += answered ? 0 : 1;
                assertThat(before - remaining(direct))
                        .as("cut after %d bytes", bytes)
                        .isIn(answered ? 1L : 0L, 1L);
            }
            assertThat(failures).isEqualTo(5);
        }
    }

    private static boolean charges(RedisStore store) {
        return store.charge(List.of(Charge.of("key", LIMIT)))
                .toCompletableFuture()
                .handle((answer, failure) -> failure == null)
                .join();
    }

    private static boolean peeks(RedisStore store) {
        return store.peek(List.of(Charge.of("key", LIMIT)))
                .toCompletableFuture()
                .handle((answer, failure) -> failure == null)
                .join();
    }

    private static long remaining(RedisStore store) {
        return Wait.answer(store.peek(List.of(Charge.of("key", LIMIT)))).get(0).remaining();
    }
}
