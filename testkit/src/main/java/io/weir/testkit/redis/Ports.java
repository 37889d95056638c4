package io.weir.testkit.redis;

import java.util.List;

/** The ports of a server: one for clients, and one for the other nodes of a cluster. */
record Ports(ReservedPort clients, ReservedPort bus) {

    static Ports any() {
        return new Ports(ReservedPort.any(), ReservedPort.any());
    }

    /** Replaces the placeholder for a port. */
    String fill(String word) {
        return word.replace(RedisServer.PORT, "" + clients.number()).replace(RedisServer.BUS_PORT, "" + bus.number());
    }

    void release() {
        List.of(clients, bus).forEach(ReservedPort::release);
    }

    void hold() {
        List.of(clients, bus).forEach(ReservedPort::hold);
    }
}
