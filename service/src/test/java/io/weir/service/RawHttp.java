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

/** Sends a service what no well-behaved client would: text as it is, one byte for each character. */
public record RawHttp(WeirService service) {

    /** The path of a check up to its query. */
    public static final String CHECK = "/api/v1/rate-limit/check";

    /** Generous: a service that is going to answer does so at once. */
    private static final int LONGEST_WAIT_MILLIS = 30_000;

    public Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
        socket.setSoTimeout(LONGEST_WAIT_MILLIS);
        return socket;
    }

    /** All that the service says until it closes the connection. */
    public String exchange(String request) throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().transferTo(said);
        } catch (SocketException closedBeforeAllWasSent) {
            // What it said before counts.
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    /** A whole request for the target, after which the connection closes. */
    public String get(String target) throws IOException {
        return exchange("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    public static String body(String response) {
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    /** The status of every response in the text. */
    public static List<Integer> statuses(String responses) {
        List<Integer> statuses = new ArrayList<>();
        for (String part : responses.split("HTTP/1\\.[01] ", -1)) {
            if (!part.isEmpty()) {
                statuses.add(Integer.valueOf(part.substring(0, 3)));
            }
        }
        return statuses;
    }

    /** What the service has decided so far, on whatever key, and what remains of the key that is charged in vain. */
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
