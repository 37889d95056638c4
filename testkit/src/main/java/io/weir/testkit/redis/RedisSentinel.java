package io.weir.testkit.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real master with a replica, watched by sentinels that promote the replica within seconds if the master fails. */
public final class RedisSentinel implements AutoCloseable {

    /** The name of the master for the sentinels. */
    public static final String MASTER_NAME = "weir";

    /**
     * Shorter than the defaults, within these bounds: a replica can be promoted if it was heard of within five
     * ping-periods or three info-periods, and it is asked once a second. A new master is demoted again if a sentinel
     * did not hear of it within four publish-periods. A sentinel that was paused for the tilt-trigger does nothing for
     * half a minute.
     */
    private static final String PERIODS = "ping-period 500 info-period 1000 publish-period 500 ask-period 100"
            + " default-down-after 1000 default-failover-timeout 5000 tilt-trigger 30000";

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<RedisServer> sentinels = new ArrayList<>();

    private RedisSentinel() {}

    /** Starts a master, a replica and sentinels, and waits until they all know each other. */
    public static RedisSentinel start(int sentinels) {
        RedisSentinel group = new RedisSentinel();
        try {
            group.startServers();
            for (int i = 0; i < sentinels; i++) {
                group.startSentinel(sentinels / 2 + 1);
            }
            Poll.until(
                    "the sentinels know each other and the replica",
                    () -> group.sentinels.stream().allMatch(group::knowsAll));
            return group;
        } catch (RuntimeException failure) {
            group.close();
            throw failure;
        }
    }

    private void startServers() {
        RedisServer master = RedisServer.start("--repl-diskless-sync-delay", "0");
        servers.add(master);
        servers.add(
                RedisServer.start("--repl-diskless-sync-delay", "0", "--replicaof", "127.0.0.1", "" + master.port()));
        Poll.until("the replica is synchronized", this::areInStep);
    }

    private void startSentinel(int quorum) {
        RedisServer sentinel = RedisServer.start("--sentinel");
        sentinels.add(sentinel);
        sentinel.command(("SENTINEL DEBUG " + PERIODS).split(" ", -1));
        String port = "" + servers.get(0).port();
        sentinel.command("SENTINEL", "MONITOR", MASTER_NAME, "127.0.0.1", port, "" + quorum);
    }

    private boolean knowsAll(RedisServer sentinel) {
        List<String> facts =
                sentinel.command("SENTINEL", "MASTER", MASTER_NAME).lines().toList();
        return fact(facts, "num-slaves").equals("1")
                && fact(facts, "num-other-sentinels").equals("" + (sentinels.size() - 1));
    }

    private boolean knowsReplica(RedisServer sentinel) {
        List<String> facts =
                sentinel.command("SENTINEL", "REPLICAS", MASTER_NAME).lines().toList();
        return fact(facts, "role-reported").equals("slave")
                && fact(facts, "master-link-status").equals("ok");
    }

    private static String fact(List<String> namesAndValues, String name) {
        return namesAndValues.get(namesAndValues.indexOf(name) + 1);
    }

    /** Returns the address in the form that Lettuce expects. */
    public String uri() {
        return sentinels.stream()
                .map(sentinel -> "127.0.0.1:" + sentinel.port())
                .collect(Collectors.joining(",", "redis-sentinel://", "#" + MASTER_NAME));
    }

    public List<RedisServer> sentinels() {
        return List.copyOf(sentinels);
    }

    /** Returns the current master as all running sentinels see it; waits until they agree. */
    public RedisServer master() {
        Poll.until(
                "the sentinels agree on the master",
                () -> masterPorts().distinct().count() == 1);
        return withPort(masterPorts().findFirst().orElseThrow());
    }

    private Stream<Integer> masterPorts() {
        return sentinels.stream()
                .filter(RedisServer::isRunning)
                .map(sentinel -> sentinel.command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER_NAME))
                .map(address -> Integer.valueOf(address.substring(address.indexOf('\n') + 1)));
    }

    private RedisServer withPort(int port) {
        return servers.stream()
                .filter(server -> server.port() == port)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the server that is not the master now. */
    public RedisServer replica() {
        RedisServer master = master();
        return servers.stream().filter(server -> server != master).findFirst().orElseThrow();
    }

    /** Promotes the replica, and waits until the old master follows it. */
    public void failover() {
        RedisServer next = replica();
        // A sentinel that still regards it as a master would demote it again.
        Poll.until(
                "the sentinels know the replica as one",
                () -> sentinels.stream().allMatch(this::knowsReplica));
        Poll.until("a sentinel begins the failover", this::beginsFailover);
        awaitMaster(next);
    }

    /** Retries, because the sentinel rejects a failover while it has not heard of the replica lately. */
    private boolean beginsFailover() {
        try {
            sentinels.get(0).command("SENTINEL", "FAILOVER", MASTER_NAME);
            return true;
        } catch (IllegalStateException refusal) {
            if (String.valueOf(refusal.getMessage()).startsWith("NOGOODSLAVE")) {
                return false;
            }
            throw refusal;
        }
    }

    /** Waits until all agree that the server is the master, and the other one, if it runs, follows it. */
    public void awaitMaster(RedisServer server) {
        Poll.until(
                "port " + server.port() + " is the master's",
                () -> masterPorts().allMatch(port -> port == server.port())
                        && Replication.isMaster(server)
                        && areInStep());
    }

    private boolean areInStep() {
        return running().filter(Replication::isMaster).count() == 1 && Replication.isInStep(running());
    }

    private Stream<RedisServer> running() {
        return servers.stream().filter(RedisServer::isRunning);
    }

    @Override
    public void close() {
        sentinels.forEach(RedisServer::close);
        servers.forEach(RedisServer::close);
    }
}
