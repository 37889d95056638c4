package io.weir.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port of the loopback address that nobody else gets while it is held.
 *
 * <p>It is held by a socket that is bound and does not listen, so connections are refused. It lies below those that
 * systems give to connecting clients: else a client that tries to come back to a server that was just killed is sooner or
 * later given the server's own port to connect from, and then talks to itself and keeps the port.
 */
final class ReservedPort {

    private static final int LOWEST = 10_000;
    private static final int END = 32_768;
    private static final int ATTEMPTS = 100;

    private final int number;
    private Socket holder;

    private ReservedPort(Socket holder) {
        this.number = holder.getLocalPort();
        this.holder = holder;
    }

    static ReservedPort any() {
        for (int attempt = 1; ; attempt++) {
            try {
                int port = ThreadLocalRandom.current().nextInt(LOWEST, END);
                return new ReservedPort(bound(new Socket(), port));
            } catch (UncheckedIOException taken) {
                if (attempt == ATTEMPTS) {
                    throw taken;
                }
            }
        }
    }

    int number() {
        return number;
    }

    /** Leaves the port to the process that is about to listen on it. */
    void release() {
        try {
            holder.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void hold() {
        if (holder.isClosed()) {
            holder = bound(sharing(), number);
        }
    }

    /** A socket that may have a port on which the connections of a killed server linger. */
    private static Socket sharing() {
        Socket socket = new Socket();
        try {
            socket.setReuseAddress(true);
            return socket;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Socket bound(Socket socket, int port) {
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException failure) {
            throw new UncheckedIOException("port " + port + " cannot be reserved", failure);
        }
    }
}
