package io.weir.service;

import io.micrometer.core.instrument.Counter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client that sends text unchanged, one byte for each character, even if it is not valid HTTP. */
public record RawHttp(WeirService service) {

    /** The path of a check up to its query. */
    public static final String CHECK = "/api/v1/rate-limit/check";

    /** A generous limit: a service that answers does so at once. */
    private static final int LONGEST_WAIT_MILLIS = 30_000;

    public Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
        socket.setSoTimeout(LONGEST_WAIT_MILLIS);
        return socket;
    }

    /** Returns everything that the service sends until it closes the connection. */
    public String exchange(String request) throws IOException {
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().transferTo(response);
        } catch (SocketException closedBeforeAllWasSent) {
            // The response before the reset counts.
        }
        return response.toString(StandardCharsets.UTF_8);
    }

    /** Sends a complete request for the target, after which the connection closes. */
    public String get(String target) throws IOException {
        return exchange("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    public static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    /** Returns the status of every response in a text. */
    public static List<Integer> statuses(String responses) {
        List<Integer> statuses = new ArrayList<>();
        for (String part : responses.split("HTTP/1\\.[01] ", -1)) {
            if (!part.isEmpty()) {
                statuses.add(Integer.valueOf(part.substring(0, 3)));
            }
        }
        return statuses;
    }

    /** The number of decisions so far on all keys, and the remaining permits of the key {@code bad}. */
    record Counts(double decisions, String remaining) {}

    Counts counts() throws IOException {
        return new Counts(decisions(), body(get("/api/v1/rate-limit/remaining?key=bad&algorithm=SLIDING_WINDOW")));
    }

    double decisions() {
        return service.meters().get("rate_limiter.requests").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
