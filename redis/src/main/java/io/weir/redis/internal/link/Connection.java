package io.weir.redis.internal.link;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.weir.redis.internal.script.LuaScript;
import io.weir.redis.internal.script.ScriptArguments;
import io.weir.redis.internal.script.ScriptReply;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The connection to Redis, on which scripts run. While Redis is unavailable, scripts fail. */
public final class Connection implements AutoCloseable {

    /** The name of the logger for all messages of a store, which is the name of its public type. */
    public static final String LOGGER = "io.weir.redis.RedisStore";

    private static final Logger LOG = System.getLogger(LOGGER);
    private static final Duration LONGEST_SHUTDOWN = Duration.ofSeconds(2);

    private final ClientResources resources;
    private final Channels channels;
    private final Topology topology;
    private final Deadlines deadlines;
    private final Reconnector reconnector;
    private final EvictionWarning evictionWarning = new EvictionWarning();

    private Connection(Address address) {
        this.channels = new Channels(address.timeout());
        AtomicInteger threads = new AtomicInteger();
        this.resources = ClientResources.builder()
                .threadFactoryProvider(pool -> task -> new IoThread(task, "weir-redis-" + threads.incrementAndGet()))
                .nettyCustomizer(channels)
                .reconnectDelay(
                        Delay.exponential(Duration.ofMillis(10), Duration.ofSeconds(1), 2, TimeUnit.MILLISECONDS))
                .build();
        this.topology = address.isCluster()
                ? new ClusterTopology(address.nodes(), resources)
                : new ServerTopology(address.nodes().get(0), resources);
        this.deadlines = new Deadlines(address.timeout(), resources.eventExecutorGroup(), channels);
        this.reconnector = new Reconnector(
                address.toString(),
                this::connect,
                address.timeout().multipliedBy(8).plusSeconds(10),
                resources.eventExecutorGroup());
    }

    public static Connection to(Address address) {
        Connection connection = new Connection(address);
        connection.reconnector.start(address.timeout());
        return connection;
    }

    @SuppressWarnings("NullAway") // Initialized before any session can end.
    private CompletionStage<Session> connect() {
        return topology.connect((ended, why) -> reconnector.drop(ended, why)).thenCompose(this::checked);
    }

    /** Rejects a server that cannot be written to, such as a replica. Calls that only read would not notice it. */
    @SuppressWarnings("FutureReturnValueIgnored") // The future of the closed session has no other use.
    private CompletionStage<Session> checked(Session session) {
        evictionWarning.warnOf(session);
        if (session instanceof ClusterSession) {
            return CompletableFuture.completedStage(session);
        }
        CompletableFuture<Session> checked = new CompletableFuture<>();
        RedisFuture<Long> written = session.commands().del(bytes(Session.PROBE));
        deadlines.watch(checked, written);
        written.whenComplete((deleted, failure) -> {
            if (failure != null && (!session.isOpen() || session.isOverBy(failure))) {
                checked.completeExceptionally(failure);
            } else {
                checked.complete(session);
            }
        });
        return checked.whenComplete((good, failure) -> {
            if (failure != null) {
                session.close();
            }
        });
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Runs a script by its digest, or by its text if Redis does not know it (any more). */
    public CompletionStage<ScriptReply> run(LuaScript script, ScriptArguments arguments) {
        Session session = reconnector.session();
        if (session == null) {
            return CompletableFuture.failedStage(reconnector.absence());
        }
        byte[][] keys = arguments.keys();
        byte[][] values = arguments.values();
        CompletableFuture<ScriptReply> reply = new CompletableFuture<>();
        RedisFuture<List<Object>> sent =
                session.commands().evalsha(script.digest(), ScriptOutputType.MULTI, keys, values);
        deadlines.watch(reply, sent);
        BiConsumer<@Nullable List<Object>, @Nullable Throwable> end =
                (list, failure) -> complete(reply, list, failure == null ? null : script.locate(failure), session);
        sent.whenComplete((list, failure) -> {
            if (!(failure instanceof RedisNoScriptException)) {
                end.accept(list, failure);
            } else if (!reply.isDone()) {
                session.commands()
                        .<List<Object>>eval(script.text(), ScriptOutputType.MULTI, keys, values)
                        .whenComplete(end);
            }
        });
        return reply;
    }

    private void complete(
            CompletableFuture<ScriptReply> reply,
            @Nullable List<Object> list,
            @Nullable Throwable failure,
            Session session) {
        if (failure == null) {
            reply.complete(new ScriptReply(list == null ? List.of() : list));
            return;
        }
        // First, so that callbacks of the failure do not use the same session again.
        dropIfOver(session, failure);
        reply.completeExceptionally(failure);
    }

    private void dropIfOver(Session session, Throwable failure) {
        if (session.isOverBy(failure)) {
            reconnector.drop(session, failure);
        }
    }

    public CompletionStage<Long> delete(String key) {
        return ask(commands -> commands.del(bytes(key)));
    }

    /** Returns the values of these fields of a hash. */
    public CompletionStage<List<KeyValue<byte[], byte[]>>> fields(String key, String... names) {
        byte[][] fields = Stream.of(names).map(Connection::bytes).toArray(byte[][]::new);
        return ask(commands -> commands.hmget(bytes(key), fields));
    }

    private <T> CompletionStage<T> ask(Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
        Session session = reconnector.session();
        if (session == null) {
            return CompletableFuture.failedStage(reconnector.absence());
        }
        RedisFuture<T> sent = command.apply(session.commands());
        CompletableFuture<T> answer = sent.toCompletableFuture();
        deadlines.watch(answer, sent);
        return answer.whenComplete((value, failure) -> {
            if (failure != null) {
                dropIfOver(session, failure);
            }
        });
    }

    public CompletionStage<Boolean> isAnswering() {
        return channels.isAnswering();
    }

    /** Returns a key for each server that decides; throws if there is none for some keys. */
    public List<String> probes() {
        Session session = reconnector.session();
        if (session == null) {
            throw reconnector.absence();
        }
        return session.probes();
    }

    @Override
    public void close() {
        reconnector.close();
        await(topology.end(LONGEST_SHUTDOWN));
        deadlines.close();
        await(resources.shutdown(0, LONGEST_SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Bounded, because Lettuce sometimes does not report its end although none of its threads is left. */
    private static void await(Future<?> end) {
        try {
            end.get(LONGEST_SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException notEnded) {
            LOG.log(Level.DEBUG, "Lettuce has not ended", notEnded);
        }
    }
}
