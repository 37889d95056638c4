package io.weir.testkit.redis;

import java.util.List;
import java.util.stream.Stream;

/** What servers say of whom they follow. */
final class Replication {

    private Replication() {}

    static boolean isMaster(RedisServer server) {
        return server.field("role", "INFO", "replication").equals("master");
    }

    /** Whether every one of them is a master or gets all that its master, who is one of them, is told from now on. */
    static boolean isInStep(Stream<RedisServer> running) {
        List<RedisServer> servers = running.toList();
        return servers.stream().allMatch(server -> isMaster(server) || follows(server, servers));
    }

    /** A replica says that its link is up before its master sends it anything, so the master is asked too. */
    private static boolean follows(RedisServer replica, List<RedisServer> servers) {
        String online = "ip=127.0.0.1,port=" + replica.port() + ",state=online";
        return replica.field("master_link_status", "INFO", "replication").equals("up")
                && servers.stream()
                        .anyMatch(master -> isMaster(master)
                                && master.command("INFO", "replication").contains(online));
    }
}
