package io.weir.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One connection to Redis, on which scripts run. */
final class Connection implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Duration LONGEST_SHUTDOWN = Duration.ofSeconds(2);

    private final ClientResources resources;
    private final RedisClient client;
    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final RedisAsyncCommands<byte[], byte[]> commands;
    private final Deadlines deadlines;

    private Connection(
            ClientResources resources, RedisClient client, StatefulRedisConnection<byte[], byte[]> connection) {
        this.resources = resources;
        this.client = client;
        this.connection = connection;
        this.commands = connection.async();
        this.deadlines = new Deadlines(connection.getTimeout(), resources.eventExecutorGroup());
    }

    static Connection to(RedisURI uri) {
        if (uri.getTimeout().equals(RedisURI.DEFAULT_TIMEOUT_DURATION)) {
            uri.setTimeout(TIMEOUT);
        }
        AtomicInteger threads = new AtomicInteger();
        ClientResources resources = ClientResources.builder()
                .threadFactoryProvider(pool -> task -> new IoThread(task, "weir-redis-" + threads.incrementAndGet()))
                .build();
        RedisClient client = RedisClient.create(resources, uri);
        try {
            client.setOptions(ClientOptions.builder()
                    .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                    .build());
            return new Connection(resources, client, client.connect(ByteArrayCodec.INSTANCE));
        } catch (RuntimeException failure) {
            shutDown(client, resources);
            throw failure;
        }
    }

    /** Runs the script by its digest, and by its text when Redis does not know it (any more). */
    CompletionStage<Reply> run(Script script, Arguments arguments) {
        byte[][] keys = arguments.keys();
        byte[][] values = arguments.values();
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        deadlines.watch(reply);
        commands.<List<Object>>evalsha(script.digest(), ScriptOutputType.MULTI, keys, values)
                .whenComplete((list, failure) -> {
                    if (failure instanceof RedisNoScriptException) {
                        commands.<List<Object>>eval(script.text(), ScriptOutputType.MULTI, keys, values)
                                .whenComplete((other, otherFailure) -> complete(reply, other, otherFailure));
                    } else {
                        complete(reply, list, failure);
                    }
                });
        return reply;
    }

    private static void complete(
            CompletableFuture<Reply> reply, @Nullable List<Object> list, @Nullable Throwable failure) {
        if (failure != null) {
            reply.completeExceptionally(failure);
        } else {
            reply.complete(new Reply(list == null ? List.of() : list));
        }
    }

    CompletionStage<Long> delete(String key) {
        CompletableFuture<Long> deleted =
                commands.del(key.getBytes(StandardCharsets.ISO_8859_1)).toCompletableFuture();
        deadlines.watch(deleted);
        return deleted;
    }

    CompletionStage<String> info(String section) {
        return commands.info(section);
    }

    @Override
    public void close() {
        connection.close();
        shutDown(client, resources);
    }

    private static void shutDown(RedisClient client, ClientResources resources) {
        client.shutdown(Duration.ZERO, LONGEST_SHUTDOWN);
        resources
                .shutdown(0, LONGEST_SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly();
    }
}
