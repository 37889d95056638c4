package io.weir.benchmarks.faults;

import io.weir.failure.SafeStore;
import io.weir.failure.Safeguards;
import io.weir.limit.Limit;
import io.weir.redis.RedisStore;
import io.weir.testkit.SteadyOverload;
import io.weir.testkit.fault.Fault;
import io.weir.testkit.redis.RedisCluster;
import io.weir.testkit.redis.RedisSentinel;
import io.weir.testkit.redis.RedisServer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A Redis of one kind with its possible faults, and a store on it under load. */
final class Front implements AutoCloseable {

    private static final Limit LIMIT = Limit.parse("100/s burst 50");
    private static final List<String> KEYS = List.of("user:1", "user:2", "user:3", "user:4");
    private static final int THREADS = 2;

    private final String name;
    private final Runnable closeRedis;
    private final SafeStore store;
    private final SteadyOverload siege;
    private final List<Trouble> troubles;
    private int losses;

    private Front(String name, Runnable closeRedis, String uri, List<Trouble> troubles) {
        this.name = name;
        this.closeRedis = closeRedis;
        this.store = Safeguards.defaults().around(RedisStore.connect(uri));
        this.siege = SteadyOverload.begin(store, LIMIT, KEYS, THREADS);
        this.troubles = troubles;
    }

    /** A single Redis behind a bad connection. */
    static Front standalone() {
        Fault.Victim victim = new Fault.Victim();
        List<Trouble> troubles = Arrays.stream(Fault.values())
                .map(fault -> new Trouble(
                        fault.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        () -> victim.strike(fault),
                        () -> victim.heal(fault),
                        fault.losesCounters()))
                .toList();
        return new Front("standalone", victim::close, victim.uri(), troubles);
    }

    /** A replica that becomes the master may lack the last writes. */
    static Front sentinel() {
        RedisSentinel group = RedisSentinel.start(3);
        Deque<RedisServer> killed = new ArrayDeque<>();
        Trouble failover = Trouble.momentary("failover", group::failover, true);
        Trouble kill = new Trouble(
                "master killed",
                () -> {
                    RedisServer replica = group.replica();
                    killed.push(group.master());
                    killed.element().kill();
                    group.awaitMaster(replica);
                },
                () -> {
                    killed.pop().restart();
                    group.awaitMaster(group.master());
                },
                true);
        return new Front("Sentinel", group::close, group.uri(), List.of(failover, kill));
    }

    static Front cluster() {
        RedisCluster cluster = RedisCluster.start();
        Deque<RedisServer> killed = new ArrayDeque<>();
        Trouble kill = new Trouble(
                "master killed",
                () -> {
                    killed.push(cluster.masterOf(counter(KEYS.get(0))));
                    cluster.kill(killed.element());
                },
                () -> {
                    killed.pop().restart();
                    cluster.awaitHealth();
                },
                true);
        Trouble move = Trouble.momentary("slot moved", () -> move(cluster, counter(KEYS.get(1))), false);
        String uri = cluster.uris().stream()
                .map(each -> each.substring("redis://".length()))
                .collect(Collectors.joining(",", "redis-cluster://", ""));
        return new Front("Cluster", cluster::close, uri, List.of(kill, move));
    }

    private static String counter(String key) {
        return "rate_limiter:token_bucket:" + key;
    }

    private static void move(RedisCluster cluster, String key) {
        RedisServer from = cluster.masterOf(key);
        RedisServer to = List.of(0, 8_000, 16_383).stream()
                .map(cluster::masterOf)
                .filter(master -> master != from)
                .findFirst()
                .orElseThrow();
        cluster.migrate(cluster.slotOf(key), from, to);
    }

    String name() {
        return name;
    }

    SteadyOverload siege() {
        return siege;
    }

    List<Trouble> troubles() {
        return troubles;
    }

    void strike(Trouble trouble) {
        losses += trouble.lossOfCounters() ? 1 : 0;
        trouble.strike().run();
    }

    /** Fails if more was admitted than the limit allows. */
    SteadyOverload.Admission end() {
        return siege.endWithin(losses);
    }

    @Override
    public void close() {
        siege.close();
        store.close();
        closeRedis.run();
    }
}
