package io.weir.service.envoy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A free port, for programs that cannot pick a port themselves. */
final class FreePort {

    private FreePort() {}

    static int pick() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
