package io.weir.guard.login;

import io.weir.redis.RedisStore;
import io.weir.store.Store;
import io.weir.testkit.redis.RedisCluster;
import io.weir.testkit.redis.RedisServer;
import io.weir.time.TimeSource;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Where the counters of one attempt are in several slots. */
final class LoginOnClusterTest extends LoginContract {

    private static RedisCluster cluster;
    private static List<RedisServer> masters;
    private static RedisStore store;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
        masters = cluster.nodes().subList(0, 3);
        store = RedisStore.connect(cluster.nodes().stream()
                .map(node -> "127.0.0.1:" + node.port())
                .collect(Collectors.joining(",", "redis-cluster://", "?timeout=30s")));
    }

    @AfterAll
    static void stop() {
        store.close();
        cluster.close();
    }

    @Override
    public Store store() {
        return store;
    }

    @Override
    public TimeSource time() {
        return TimeSource.system();
    }

    @Override
    void empty() {
        masters.forEach(master -> master.command("FLUSHALL"));
    }
}
