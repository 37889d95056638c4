package io.weir.testkit.redis;

import java.util.List;
import java.util.stream.Stream;

/** The replication state that servers report. */
final class Replication {

    private Replication() {}

    static boolean isMaster(RedisServer server) {
        return server.field("role", "INFO", "replication").equals("master");
    }

    /** Returns whether every server is a master, or a synchronized replica of a master among these servers. */
    static boolean isInStep(Stream<RedisServer> running) {
        List<RedisServer> servers = running.toList();
        return servers.stream().allMatch(server -> isMaster(server) || follows(server, servers));
    }

    /** A replica reports its link as up before its master sends anything, so the master is asked too. */
    private static boolean follows(RedisServer replica, List<RedisServer> servers) {
        String online = "ip=127.0.0.1,port=" + replica.port() + ",state=online";
        return replica.field("master_link_status", "INFO", "replication").equals("up")
                && servers.stream()
                        .anyMatch(master -> isMaster(master)
                                && master.command("INFO", "replication").contains(online));
    }
}
