package io.weir.redis;

import io.weir.document.spi.Document;
import io.weir.limit.Decision;
import io.weir.redis.internal.batch.Batches;
import io.weir.redis.internal.batch.ClusterCalls;
import io.weir.redis.internal.batch.ScriptRunner;
import io.weir.redis.internal.link.Address;
import io.weir.redis.internal.link.Connection;
import io.weir.redis.internal.link.IoThread;
import io.weir.redis.internal.script.KeyName;
import io.weir.redis.internal.script.LuaScript;
import io.weir.redis.internal.script.Scripts;
import io.weir.store.Answer;
import io.weir.store.Charge;
import io.weir.store.Receipt;
import io.weir.store.Receipt.Taken;
import io.weir.store.Store;
import io.weir.time.TimeSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A store in Redis or Valkey, shared by all processes that connect to the same address. Redis decides, by its own
 * clock. Every call is one script, and calls that arrive at the same time share a script; on a Cluster a call is one
 * script for each slot of its keys. Thread-safe.
 *
 * <p>While Redis cannot be used, calls fail; the store reconnects by itself.
 *
 * <p>Answers are completed on an I/O thread, which must not be blocked: callbacks have to be fast.
 */
public final class RedisStore implements Store {

    private static final int MOST_CHARGES = 1_000;

    private final Connection connection;
    private final ScriptRunner runner;
    private final Batches batches;

    /** Divides calls by slot; null on a single server. */
    private final @Nullable ClusterCalls cluster;

    private RedisStore(
            Address address,
            Map<Scripts.Task, LuaScript> scripts,
            @Nullable TimeSource testTime,
            IntConsumer batchSizes) {
        this.connection = Connection.to(address);
        this.runner = new ScriptRunner(connection, scripts, testTime, batchSizes);
        this.batches = new Batches(runner);
        this.cluster = address.isCluster() ? new ClusterCalls(runner) : null;
    }

    /**
     * Creates a store for an address such as {@code redis://localhost}, {@code rediss://user:password@host:6380/2},
     * {@code redis-sentinel://one,two,three#name} or {@code redis-cluster://one,two?timeout=500ms}. Waits for the
     * connection, but not longer than the timeout.
     *
     * @throws IllegalArgumentException if the address cannot be read; a Redis that cannot be reached is no exception
     */
    public static RedisStore connect(String uri) {
        return connect(uri, calls -> {});
    }

    /**
     * Creates the same store with an observer.
     *
     * @param batchSizes receives the number of calls in each batch, on the thread that sends it
     */
    public static RedisStore connect(String uri, IntConsumer batchSizes) {
        return new RedisStore(Address.parse(uri), Scripts.onRedisTime(), null, batchSizes);
    }

    /**
     * Returns an address without user and password, such as {@code localhost:6379}.
     *
     * @throws IllegalArgumentException if the address cannot be read
     */
    public static String nameOf(String uri) {
        return Address.parse(uri).toString();
    }

    /**
     * For tests: a store whose scripts receive the time as their first argument, instead of running the Lua passage
     * {@code clock}.
     */
    static RedisStore onTestTime(String uri, String clock, TimeSource time) {
        return new RedisStore(Address.parse(uri), Scripts.onTestTime(clock), time, calls -> {});
    }

    @Override
    public CompletionStage<Answer> charge(List<Charge> charges) {
        refuseTooMany(charges);
        if (charges.isEmpty()) {
            return CompletableFuture.completedStage(new Answer(true, List.of(), Receipt.EMPTY));
        }
        List<Charge> copy = List.copyOf(charges);
        return cluster == null ? batches.charge(copy) : cluster.charge(copy);
    }

    private static void refuseTooMany(List<Charge> charges) {
        if (charges.size() > MOST_CHARGES) {
            throw new IllegalArgumentException("a call on Redis has at most " + MOST_CHARGES
                    + " charges, which are decided at once, but this has " + charges.size());
        }
    }

    @Override
    public CompletionStage<List<Decision>> peek(List<Charge> charges) {
        refuseTooMany(charges);
        if (charges.isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        List<Charge> copy = List.copyOf(charges);
        return cluster == null ? runner.peek(copy) : cluster.peek(copy);
    }

    @Override
    public CompletionStage<Void> giveBack(Receipt receipt) {
        List<Taken> taken = receipt.redeem();
        if (taken.isEmpty()) {
            return CompletableFuture.completedStage(null);
        }
        return cluster == null ? runner.giveBack(taken) : cluster.giveBack(taken);
    }

    @Override
    public CompletionStage<Void> forget(Charge charge) {
        return connection.delete(KeyName.of(charge)).thenApply(deleted -> null);
    }

    /** Runs the script for all kinds of charges on a separate counter; on a Cluster, on one counter of each master. */
    @Override
    public CompletionStage<Void> probe() {
        try {
            return CompletableFuture.allOf(connection.probes().stream()
                    .map(key -> runner.probe(key).toCompletableFuture())
                    .toArray(CompletableFuture[]::new));
        } catch (RuntimeException failure) {
            return CompletableFuture.failedStage(failure);
        }
    }

    @Override
    public CompletionStage<Boolean> isAnswering() {
        return connection.isAnswering();
    }

    /**
     * On a Cluster, what a call takes in one slot may be given back a moment later because another slot has denied the
     * call.
     */
    @Override
    public boolean mayDenyWrongly() {
        return cluster != null;
    }

    /** Returns the document of this name beside the counters, on the same connection. Its text never expires. */
    public Document document(String name) {
        return new RedisDocument(connection, name);
    }

    @Override
    public void refuseToWaitHere() {
        IoThread.refuseToWait();
    }

    @Override
    public void close() {
        connection.close();
    }
}
