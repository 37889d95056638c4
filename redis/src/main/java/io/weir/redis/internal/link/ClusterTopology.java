package io.weir.redis.internal.link;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * A Redis Cluster. The owners of the slots are read every second, and when an answer or a lost connection suggests a
 * change.
 */
final class ClusterTopology implements Topology {

    private final RedisClusterClient client;

    ClusterTopology(List<RedisURI> nodes, ClientResources resources) {
        this.client = RedisClusterClient.create(resources, nodes);
        client.setOptions(
                ClusterClientOptions.builder(Topology.options(nodes.get(0).getTimeout()))
                        // Accepts a node that another node redirects to, even if it is not in our list yet.
                        .validateClusterNodeMembership(false)
                        .topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                                .enablePeriodicRefresh(Duration.ofSeconds(1))
                                .enableAllAdaptiveRefreshTriggers()
                                .adaptiveRefreshTriggersTimeout(Duration.ofMillis(200))
                                .build())
                        .build());
    }

    @Override
    public CompletionStage<Session> connect(BiConsumer<Session, Throwable> ended) {
        return client.refreshPartitionsAsync()
                .thenCompose(known -> client.connectAsync(ByteArrayCodec.INSTANCE))
                .thenApply(ClusterSession::new);
    }

    @Override
    public CompletableFuture<Void> end(Duration within) {
        return client.shutdownAsync(0, within.toMillis(), TimeUnit.MILLISECONDS);
    }
}
