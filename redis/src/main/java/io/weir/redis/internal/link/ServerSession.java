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
     * Errors of a server that is not (or not yet) the right one, because another server may have taken its place. Old
     * versions of Redis put these errors in the middle of the error of a script.
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
