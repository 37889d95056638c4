package io.weir.redis.internal.link;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/** A connection to one server. */
record ServerSession(StatefulRedisConnection<byte[], byte[]> connection) implements Session {

    /**
     * What a server says that is not the one to talk to, or not yet: another one may have taken its place. Older ones say it in
     * the midst of what a script failed with.
     */
    private static final Pattern NOT_THE_ONE =
            Pattern.compile("\\b(READONLY|LOADING|MASTERDOWN|NOREPLICAS|NOAUTH|WRONGPASS) ");

    @Override
    public RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return connection.async();
    }

    @Override
    public List<String> probes() {
        return List.of(PROBE);
    }

    @Override
    public List<CompletionStage<String>> memory() {
        return List.of(connection.async().info("memory"));
    }

    @Override
    public boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public boolean isOverBy(Throwable failure) {
        return failure instanceof RedisCommandExecutionException
                && NOT_THE_ONE.matcher(String.valueOf(failure.getMessage())).find();
    }

    @Override
    public CompletableFuture<Void> close() {
        return connection.closeAsync();
    }
}
