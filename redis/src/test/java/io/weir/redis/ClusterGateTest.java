package io.weir.redis;

import io.weir.store.Store;
import io.weir.testkit.gate.GateContract;
import io.weir.testkit.redis.RedisCluster;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.ManualTime;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A gate on a Cluster, where almost every call of several rules has several slots. */
final class ClusterGateTest extends GateContract {

    private static List<RedisServer> masters;
    private static RedisStore store;
    private static volatile ManualTime current = ManualTime.create();

    @BeforeAll
    static void start() {
        RedisCluster cluster = Clusters.shared();
        masters = cluster.nodes().subList(0, 3);
        masters.forEach(TestStore::loadScripts);
        store = TestStore.on(Clusters.uri(cluster) + "?timeout=30s", () -> current.nowMicros());
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    @Override
    protected Store create(ManualTime time) {
        masters.forEach(master -> master.command("FLUSHALL"));
        current = time;
        return new OpenStore(store);
    }
}
