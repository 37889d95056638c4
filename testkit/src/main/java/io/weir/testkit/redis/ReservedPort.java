package io.weir.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port of the loopback address that is reserved while this object holds it.
 *
 * <p>A bound socket that does not listen holds the port, so connections are refused. The port is below the ephemeral
 * ports of common systems. Otherwise a client that reconnects to a killed server may get the server's own port as its
 * source port; it would then be connected to itself and occupy the port.
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

    /** Releases the port to the process that is about to listen on it. */
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

    /** Returns a socket that can bind a port on which connections of a killed server linger. */
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
