package io.weir.testkit.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A real cluster of three masters with one replica each. Its nodes detect within seconds that another node is down. */
public final class RedisCluster implements AutoCloseable {

    private static final int MASTERS = 3;
    private static final int SLOTS = 16_384;
    private static final List<String> OPTIONS = List.of(("--cluster-enabled yes --cluster-port " + RedisServer.BUS_PORT
                    + " --cluster-node-timeout 1000 --cluster-replica-validity-factor 0"
                    + " --repl-diskless-sync-delay 0")
            .split(" ", -1));

    private final List<RedisServer> nodes = new ArrayList<>();

    private RedisCluster() {}

    /** Starts a cluster, with these command line options for every node, and waits until it is ready. */
    public static RedisCluster start(String... options) {
        RedisCluster cluster = new RedisCluster();
        try {
            String[] all =
                    Stream.concat(OPTIONS.stream(), Arrays.stream(options)).toArray(String[]::new);
            for (int i = 0; i < 2 * MASTERS; i++) {
                cluster.nodes.add(RedisServer.start(all));
            }
            cluster.form();
            return cluster;
        } catch (RuntimeException failure) {
            cluster.close();
            throw failure;
        }
    }

    private void form() {
        for (int i = 0; i < nodes.size(); i++) {
            RedisServer node = nodes.get(i);
            node.command("CLUSTER", "SET-CONFIG-EPOCH", "" + (i + 1));
            for (RedisServer other : nodes.subList(0, i)) {
                node.command("CLUSTER", "MEET", "127.0.0.1", "" + other.port(), "" + other.busPort());
            }
        }
        for (int i = 0; i < MASTERS; i++) {
            String last = "" + (firstSlot(i + 1) - 1);
            nodes.get(i).command("CLUSTER", "ADDSLOTSRANGE", "" + firstSlot(i), last);
        }
        Poll.until("the nodes know each other", () -> nodes.stream().allMatch(this::knowsAll));
        for (int i = 0; i < MASTERS; i++) {
            nodes.get(MASTERS + i).command("CLUSTER", "REPLICATE", id(nodes.get(i)));
        }
        awaitHealth();
    }

    private static int firstSlot(int master) {
        return master * SLOTS / MASTERS;
    }

    private boolean knowsAll(RedisServer node) {
        String known = node.command("CLUSTER", "NODES");
        return nodes.stream().allMatch(other -> known.contains(id(other)));
    }

    private static String id(RedisServer node) {
        return node.command("CLUSTER", "MYID");
    }

    /** Returns all nodes: at first three masters, then their replicas in the same order. */
    public List<RedisServer> nodes() {
        return List.copyOf(nodes);
    }

    public List<String> uris() {
        return nodes.stream().map(RedisServer::uri).toList();
    }

    /** Returns the current master of the key. */
    public RedisServer masterOf(String key) {
        return masterOf(slotOf(key));
    }

    public int slotOf(String key) {
        return Integer.parseInt(anyRunning().command("CLUSTER", "KEYSLOT", key));
    }

    /** Returns the current master of the slot. */
    public RedisServer masterOf(int slot) {
        int port = SlotOwners.seenBy(anyRunning()).portOf(slot);
        return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
    }

    private RedisServer anyRunning() {
        return running().findFirst().orElseThrow();
    }

    private Stream<RedisServer> running() {
        return nodes.stream().filter(RedisServer::isRunning);
    }

    /** Kills a node like a crash; {@link RedisServer#restart} starts it again as a replica of its successor. */
    public void kill(RedisServer node) {
        node.kill();
    }

    /** Waits until the running nodes agree on running masters, and every replica among them is synchronized. */
    public void awaitHealth() {
        Poll.until("the cluster is healthy", this::isHealthy);
    }

    private boolean isHealthy() {
        List<SlotOwners> views = running().map(SlotOwners::seenBy).distinct().toList();
        List<Integer> ports = running().map(RedisServer::port).toList();
        return views.size() == 1
                && ports.containsAll(views.get(0).ranges().keySet())
                && running()
                        .allMatch(node ->
                                node.field("cluster_state", "CLUSTER", "INFO").equals("ok"))
                && Replication.isInStep(running());
    }

    /** Moves a slot with all its keys from one master to another, as resharding does. Calls may be in progress. */
    public void migrate(int slot, RedisServer from, RedisServer to) {
        to.command("CLUSTER", "SETSLOT", "" + slot, "IMPORTING", id(from));
        from.command("CLUSTER", "SETSLOT", "" + slot, "MIGRATING", id(to));
        for (String keys = keys(slot, from); !keys.isEmpty(); keys = keys(slot, from)) {
            Stream<String> command = Stream.of("MIGRATE", "127.0.0.1", "" + to.port(), "", "0", "5000", "KEYS");
            from.command(Stream.concat(command, keys.lines()).toArray(String[]::new));
        }
        // The new owner first, so that the slot always has an owner.
        Stream.concat(Stream.of(to, from), running())
                .distinct()
                .filter(Replication::isMaster)
                .forEach(master -> master.command("CLUSTER", "SETSLOT", "" + slot, "NODE", id(to)));
        awaitHealth();
    }

    private static String keys(int slot, RedisServer node) {
        return node.command("CLUSTER", "GETKEYSINSLOT", "" + slot, "100");
    }

    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }
}
