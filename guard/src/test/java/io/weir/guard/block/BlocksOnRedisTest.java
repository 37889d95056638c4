package io.weir.guard.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.weir.policy.rule.Caller;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Subject;
import io.weir.redis.RedisStore;
import io.weir.testkit.Threads;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.Scheduler;
import io.weir.time.TimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Two nodes of a fleet, which know of each other only through Redis. */
final class BlocksOnRedisTest {

    private static final BlockConfig CONFIG = BlockConfig.of(TimeSource.system(), Scheduler.system());

    private static Request by(String user) {
        return Request.of("GET", "/").withCaller(Caller.user(user));
    }

    @Test
    void aBlockAndItsEndAreKnownEverywhereWithinTwoSeconds() {
        try (RedisServer redis = RedisServer.start();
                RedisStore first = RedisStore.connect(redis.uri());
                RedisStore second = RedisStore.connect(redis.uri());
                BlockRegistry one = BlockRegistry.start(first.document("blocks"), CONFIG);
                BlockRegistry other = BlockRegistry.start(second.document("blocks"), CONFIG)) {
            one.add(Subject.parse("user:ann"), Duration.ofHours(1), "abuse", "admin")
                    .toCompletableFuture()
                    .join();
            await().atMost(Duration.ofSeconds(2))
                    .until(() -> other.find(by("ann")).isPresent());
            other.remove(Subject.parse("user:ann"), "admin")
                    .toCompletableFuture()
                    .join();
            await().atMost(Duration.ofSeconds(2))
                    .until(() -> one.find(by("ann")).isEmpty());
            Threads.run(
                    10,
                    thread -> (thread % 2 == 0 ? one : other)
                            .add(Subject.parse("user:" + thread), Duration.ofHours(1), "abuse", "admin")
                            .toCompletableFuture()
                            .join());
            await().atMost(Duration.ofSeconds(2))
                    .untilAsserted(() -> assertThat(one.inForce()).hasSize(10).hasSameElementsAs(other.inForce()));
        }
    }
}
