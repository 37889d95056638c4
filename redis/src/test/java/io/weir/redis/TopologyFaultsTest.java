package io.weir.redis;

import io.weir.failure.SafeStore;
import io.weir.failure.Safeguards;
import io.weir.limit.Limit;
import io.weir.testkit.SteadyOverload;
import io.weir.testkit.redis.RedisCluster;
import io.weir.testkit.redis.RedisSentinel;
import io.weir.testkit.redis.RedisServer;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Calls are decided within their bound, whichever server is the master. Counts that a new master had not received are
 * lost.
 */
final class TopologyFaultsTest {

    private static final Limit LIMIT = Limit.parse("100/s burst 50");
    private static final List<String> KEYS = List.of("a", "b", "c", "d");
    private static final int THREADS = 2;

    private static SafeStore safe(String uri) {
        return Safeguards.defaults().around(RedisStore.connect(uri));
    }

    @Test
    void sentinelsNameAnotherMaster() {
        try (RedisSentinel group = RedisSentinel.start(3);
                SafeStore store = safe(group.uri());
                SteadyOverload siege = SteadyOverload.begin(store, LIMIT, KEYS, THREADS)) {
            FaultsTest.awaitNormal(siege);
            group.failover();
            FaultsTest.awaitNormal(siege);
            RedisServer replica = group.replica();
            group.master().kill();
            group.awaitMaster(replica);
            FaultsTest.awaitNormal(siege);
            siege.endWithin(2);
        }
    }

    @Test
    void aSlotMovesAndAMasterOfTheClusterIsKilled() {
        try (RedisCluster cluster = RedisCluster.start();
                SafeStore store = safe(cluster.uris().stream()
                        .map(uri -> uri.substring("redis://".length()))
                        .collect(Collectors.joining(",", "redis-cluster://", "")));
                SteadyOverload siege = SteadyOverload.begin(store, LIMIT, KEYS, THREADS)) {
            FaultsTest.awaitNormal(siege);
            String counter = "rate_limiter:token_bucket:a";
            RedisServer from = cluster.masterOf(counter);
            RedisServer to = cluster.nodes().subList(0, 3).stream()
                    .filter(node -> node != from)
                    .findFirst()
                    .orElseThrow();
            cluster.migrate(cluster.slotOf(counter), from, to);
            FaultsTest.awaitNormal(siege);
            cluster.kill(to);
            FaultsTest.awaitDegraded(siege);
            FaultsTest.awaitNormal(siege);
            siege.endWithin(1);
        }
    }
}
