package io.weir.redis.internal.link;

import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Connections to the nodes of a Cluster. Lettuce opens and closes them as the Cluster changes, so this session never
 * ends.
 */
record ClusterSession(StatefulRedisClusterConnection<byte[], byte[]> connection) implements Session {

    @Override
    public RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return connection.async();
    }

    private List<RedisClusterNode> masters() {
        return connection.getPartitions().stream()
                .filter(node -> !node.hasNoSlots())
                .toList();
    }

    @Override
    public List<String> probes() {
        List<RedisClusterNode> masters = masters();
        int covered =
                masters.stream().mapToInt(master -> master.getSlots().size()).sum();
        if (covered < SlotHash.SLOT_COUNT) {
            throw new RedisException("no node of the Cluster has " + (SlotHash.SLOT_COUNT - covered) + " of its slots");
        }
        return masters.stream().map(ClusterSession::probe).toList();
    }

    private static String probe(RedisClusterNode master) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> PROBE + i)
                .filter(key -> master.hasSlot(SlotHash.getSlot(key)))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public List<CompletionStage<String>> memory() {
        return masters().stream().map(this::memory).toList();
    }

    private CompletionStage<String> memory(RedisClusterNode master) {
        return connection
                .getConnectionAsync(master.getNodeId())
                .thenCompose(node -> node.async().info("memory"));
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isOverBy(Throwable failure) {
        return false;
    }

    @Override
    public CompletableFuture<Void> close() {
        return connection.closeAsync();
    }
}
