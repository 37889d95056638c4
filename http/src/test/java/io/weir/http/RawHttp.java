package io.weir.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client that sends text unchanged, one byte for each character, even if it is not valid HTTP. */
record RawHttp(int port) {

    /** A generous limit: a server that answers does so at once. */
    private static final int LONGEST_WAIT_MILLIS = 30_000;

    /** Returns everything that the server sends until it closes the connection. */
    String exchange(String request) throws IOException {
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(LONGEST_WAIT_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().transferTo(response);
        } catch (SocketException closedBeforeAllWasSent) {
            // The connection was reset; the response before the reset counts.
        }
        return response.toString(StandardCharsets.UTF_8);
    }

    /** Sends a complete request, after which the connection closes. */
    String get(String target, String... headerLines) throws IOException {
        return send("GET", target, headerLines);
    }

    String send(String method, String target, String... headerLines) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (String line : headerLines) {
            lines.append(line).append("\r\n");
        }
        return exchange(
                method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + lines + "\r\n");
    }

    /** Returns the status of every response in a text. */
    static List<Integer> statuses(String responses) {
        List<Integer> statuses = new ArrayList<>();
        for (String part : responses.split("HTTP/1\\.[01] ", -1)) {
            if (!part.isEmpty()) {
                statuses.add(Integer.valueOf(part.substring(0, 3)));
            }
        }
        return statuses;
    }

    static int status(String response) {
        return statuses(response).get(0);
    }
}
