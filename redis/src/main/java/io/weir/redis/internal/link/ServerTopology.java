package io.weir.redis.internal.link;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** A single Redis, or the current master that sentinels name. */
final class ServerTopology implements Topology {

    private final RedisURI uri;
    private final RedisClient client;

    ServerTopology(RedisURI uri, ClientResources resources) {
        this.uri = uri;
        this.client = RedisClient.create(resources, uri);
        client.setOptions(
                Topology.options(uri.getTimeout()).mutate().autoReconnect(false).build());
    }

    @Override
    public CompletionStage<Session> connect(BiConsumer<Session, Throwable> ended) {
        // Lettuce asks the first sentinel that it can connect to, which may be one that does not know the master.
        Collections.rotate(uri.getSentinels(), 1);
        return client.connectAsync(ByteArrayCodec.INSTANCE, uri).thenApply(connection -> session(connection, ended));
    }

    private static Session session(
            StatefulRedisConnection<byte[], byte[]> connection, BiConsumer<Session, Throwable> ended) {
        ServerSession session = new ServerSession(connection);
        connection.addListener(new RedisConnectionStateListener() {
            @Override
            public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
                ended.accept(session, new RedisConnectionException("the connection was lost"));
            }
        });
        return session;
    }

    @Override
    public CompletableFuture<Void> end(Duration within) {
        return client.shutdownAsync(0, within.toMillis(), TimeUnit.MILLISECONDS);
    }
}
