package io.weir.service.envoy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port of this machine that nobody listens on, for who cannot pick one itself. */
final class FreePort {

    private FreePort() {}

    static int pick() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
