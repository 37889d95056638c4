package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.limit.Limit;
import io.weir.testkit.redis.RedisSentinel;
import io.weir.testkit.redis.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The store follows the master that sentinels name. */
final class SentinelTest {

    private static RedisSentinel group;

    @BeforeAll
    static void start() {
        group = RedisSentinel.start(3);
    }

    @AfterAll
    static void stop() {
        group.close();
    }

    private static Outage outage() {
        String[] uri = group.uri().split("#", 2);
        RedisStore store = RedisStore.connect(uri[0] + "?timeout=" + Outage.TIMEOUT.toMillis() + "ms#" + uri[1]);
        return Outage.of(store, Outage.calls(Limit.parse("1000000/s"), 300));
    }

    @Test
    void followsARequestedFailover() {
        try (Outage outage = outage().awaitAnswers()) {
            RedisServer next = group.replica();
            group.failover();
            outage.awaitAnswers();
            assertThat(next.command("CLIENT", "LIST", "TYPE", "normal")).contains("cmd=evalsha");
        }
    }

    @Test
    void followsAFailoverAfterTheMasterWasKilled() {
        RedisServer master = group.master();
        RedisServer next = group.replica();
        try (Outage outage = outage().awaitAnswers()) {
            master.kill();
            outage.awaitFailures();
            group.awaitMaster(next);
            outage.awaitAnswers();
        } finally {
            master.restart();
            group.awaitMaster(next);
        }
    }

    @Test
    void worksWithASentinelThatHangs() {
        RedisServer master = group.master();
        group.sentinels().get(0).pause();
        try (Outage outage = outage().awaitAnswers()) {
            master.command("CLIENT", "KILL", "TYPE", "normal");
            outage.awaitAnswers();
        } finally {
            group.sentinels().get(0).resume();
        }
    }
}
