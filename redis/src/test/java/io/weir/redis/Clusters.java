package io.weir.redis;

import io.weir.testkit.redis.RedisCluster;
import java.util.stream.Collectors;

/** The address of a Cluster, and a Cluster that tests share if they leave it unchanged. */
final class Clusters {

    private Clusters() {}

    /** Ends with the process. */
    static RedisCluster shared() {
        return Shared.CLUSTER;
    }

    private static final class Shared {
        static final RedisCluster CLUSTER = RedisCluster.start();
    }

    static String uri(RedisCluster cluster) {
        return cluster.nodes().stream()
                .map(node -> "127.0.0.1:" + node.port())
                .collect(Collectors.joining(",", "redis-cluster://", ""));
    }
}
