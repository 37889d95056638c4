package io.weir.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Calls the service's own slow pages once before callers come. The first call of each loads hundreds of classes on the thread that
 * checks wait for: a third of a second on one core.
 */
final class FirstCalls {

    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final InetSocketAddress service;
    private final String adminToken;

    FirstCalls(String bind, int port, String adminToken) {
        InetSocketAddress bound = new InetSocketAddress(bind, port);
        boolean isAny = !bound.isUnresolved() && bound.getAddress().isAnyLocalAddress();
        this.service = isAny ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port) : bound;
        this.adminToken = adminToken;
    }

    void health() {
        call("GET /actuator/health", "");
    }

    /** A call of Envoy over HTTP, without a domain, so that nothing is decided. */
    void envoy() {
        call("POST /json", "{}");
    }

    /** Reads the response and forgets it. An address as Host is accepted whatever names the service goes by. Whoever cannot call itself starts all the same. */
    private void call(String line, String body) {
        String request =
                line + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer " + adminToken
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        try (Socket socket = new Socket()) {
            socket.setSoTimeout((int) LONGEST.toMillis());
            socket.connect(service, (int) LONGEST.toMillis());
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readAllBytes();
        } catch (IOException unanswered) {
            // The first caller waits a little longer.
        }
    }
}
