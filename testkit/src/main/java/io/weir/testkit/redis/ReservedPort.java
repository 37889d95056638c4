package io.weir.testkit.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of the loopback address that nobody else gets while it is held.
 *
 * <p>It is held by a socket that is bound and does not listen, so connections are refused. Without it, a client that tries
 * to come back to a server that is down would sooner or later be given the server's own port to connect from, and then
 * talks to itself.
 */
final class ReservedPort {

    private final int number;
    private Socket holder;

    private ReservedPort(Socket holder) {
        this.number = holder.getLocalPort();
        this.holder = holder;
    }

    static ReservedPort any() {
        return new ReservedPort(bound(0));
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
            holder = bound(number);
        }
    }

    private static Socket bound(int port) {
        Socket socket = new Socket();
        try {
            // The connections of a server that was killed linger on the port.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException failure) {
            throw new UncheckedIOException("port " + port + " cannot be reserved", failure);
        }
    }
}
