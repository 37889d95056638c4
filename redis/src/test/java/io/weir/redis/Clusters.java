package io.weir.redis;

import io.weir.testkit.redis.RedisCluster;
import java.util.stream.Collectors;

/** How a Cluster is addressed. */
final class Clusters {

    private Clusters() {}

    static String uri(RedisCluster cluster) {
        return cluster.nodes().stream()
                .map(node -> "127.0.0.1:" + node.port())
                .collect(Collectors.joining(",", "redis-cluster://", ""));
    }
}
