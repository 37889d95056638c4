package io.weir.testkit.redis;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One command to a Redis and its reply as text, without a client library. */
final class Wire {

    private static final int LONGEST_MILLIS = 5_000;

    private Wire() {}

    /** Returns the reply: a list as lines, nil as an empty text. Throws on an error reply. */
    static String call(int port, String... words) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LONGEST_MILLIS);
            socket.setSoTimeout(LONGEST_MILLIS);
            OutputStream out = socket.getOutputStream();
            out.write(request(words));
            return reply(new DataInputStream(new BufferedInputStream(socket.getInputStream())));
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    String.join(" ", words) + " got no reply from port " + port + ": " + failure, failure);
        }
    }

    private static byte[] request(String... words) {
        StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            int bytes = word.getBytes(StandardCharsets.UTF_8).length;
            request.append('$').append(bytes).append("\r\n").append(word).append("\r\n");
        }
        return request.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String reply(DataInputStream in) throws IOException {
        String line = line(in);
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+', ':' -> rest;
            case '-' -> throw new IllegalStateException(rest);
            case '$' -> bulk(in, Integer.parseInt(rest));
            case '*' -> list(in, Integer.parseInt(rest));
            default -> throw new IOException("a reply that is not Redis's: " + line);
        };
    }

    private static String bulk(DataInputStream in, int length) throws IOException {
        if (length < 0) {
            return "";
        }
        byte[] bytes = in.readNBytes(length);
        line(in);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String list(DataInputStream in, int length) throws IOException {
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            elements.add(reply(in));
        }
        return String.join("\n", elements);
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the connection was closed");
            }
            if (next == '\n') {
                return line.toString();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
    }
}
