package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.testkit.redis.RedisServer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BatchSizesTest {

    private static final Limit LIMIT = Limit.parse("10/min");

    @Test
    void reportsTheNumberOfCallsInABatchForAllKindsOfCharges() {
        Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
        try (RedisServer redis = RedisServer.start();
                RedisStore store = RedisStore.connect(redis.uri() + "?timeout=30s", sizes::add)) {
            store.probe().toCompletableFuture().join();
            store.charge(List.of(Charge.of("alone", LIMIT)))
                    .toCompletableFuture()
                    .join();
            assertThat(sizes).as("a probe is no call").containsExactly(1);
            sizes.clear();
            List<CompletableFuture<Answer>> answers = IntStream.range(0, 1_000)
                    .mapToObj(i -> store.charge(charges(i)).toCompletableFuture())
                    .toList();
            answers.forEach(CompletableFuture::join);
        }
        assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1_000);
        assertThat(sizes).anyMatch(size -> size > 1);
    }

    /** A call on one shared counter, on a separate one, or on two. */
    private static List<Charge> charges(int i) {
        Charge own = Charge.of("key" + i, LIMIT);
        Charge shared = Charge.of("shared", LIMIT);
        return i % 3 == 0 ? List.of(shared) : i % 3 == 1 ? List.of(own) : List.of(own, shared);
    }
}
