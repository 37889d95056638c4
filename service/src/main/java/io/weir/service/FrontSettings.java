package io.weir.service;

import java.util.Set;

/**
 * The bounds on clients of the service, and the host names by which they may call it.
 *
 * @param mostConnections how many connections may be open at once
 * @param mostHeldBytes how many bytes of request bodies may wait for their answers, over all connections
 * @param hosts the names by which clients may call the service, in lower case; empty for any name
 */
public record FrontSettings(int mostConnections, long mostHeldBytes, Set<String> hosts) {

    private static final int BYTES_PER_CONNECTION = 32 * 1024;
    private static final int LEAST_CONNECTIONS = 256;
    private static final int MOST_CONNECTIONS = 50_000;
    private static final int SHARE_OF_HEAP_HELD = 8;

    /** Bounds that fit into the heap of this process; any host. */
    public static FrontSettings ofHeap() {
        return new FrontSettings(connectionsFor(heapBytes()), heapBytes() / SHARE_OF_HEAP_HELD, Set.of());
    }

    private static long heapBytes() {
        return Runtime.getRuntime().maxMemory();
    }

    /** An unfinished head takes about 16 KB of direct memory, which is as large as the heap. Connections may use half of it. */
    static int connectionsFor(long heapBytes) {
        return (int) Math.max(LEAST_CONNECTIONS, Math.min(MOST_CONNECTIONS, heapBytes / BYTES_PER_CONNECTION));
    }

    public FrontSettings withMostConnections(int most) {
        return new FrontSettings(most, mostHeldBytes, hosts);
    }

    FrontSettings withMostHeldBytes(long most) {
        return new FrontSettings(mostConnections, most, hosts);
    }

    public FrontSettings withHosts(Set<String> names) {
        return new FrontSettings(mostConnections, mostHeldBytes, names);
    }
}
