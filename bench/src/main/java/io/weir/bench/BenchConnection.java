package io.weir.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A connection of a bench with one request in flight, and as little HTTP as that takes. */
final class BenchConnection implements AutoCloseable {

    private static final int MOST_BYTES = 16_384;
    private static final int CONNECT_MILLIS = 10_000;

    /** The parts that all checks of a bench have in common. */
    record Target(InetSocketAddress address, String beforeKey, String afterKey, int keys) {

        static Target of(InetSocketAddress address, URI url, @Nullable String token, int keys) {
            String authorization = token == null ? "" : "Authorization: Bearer " + token + "\r\n";
            return new Target(
                    address,
                    "GET " + url.getRawPath() + "/api/v1/rate-limit/check?key=bench-",
                    " HTTP/1.1\r\nHost: " + url.getRawAuthority() + "\r\n" + authorization + "\r\n",
                    keys);
        }

        ByteBuffer check(int number) {
            return UTF_8.encode(beforeKey + number % keys + afterKey);
        }
    }

    private final SocketChannel channel = SocketChannel.open();
    private final ByteBuffer answer = ByteBuffer.allocate(MOST_BYTES);
    private long sentNanos;
    private boolean hasAnswered;
    private boolean isOver;

    BenchConnection(InetSocketAddress address) throws IOException {
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.socket().connect(address, CONNECT_MILLIS);
            channel.configureBlocking(false);
        } catch (IOException unreachable) {
            channel.close();
            throw unreachable;
        }
    }

    static boolean isReachable(InetSocketAddress address) {
        try (BenchConnection reached = new BenchConnection(address)) {
            return reached.channel.isConnected();
        } catch (IOException unreachable) {
            return false;
        }
    }

    void register(Selector selector) throws IOException {
        channel.register(selector, SelectionKey.OP_READ, this);
    }

    void send(ByteBuffer request) throws IOException {
        answer.clear();
        sentNanos = System.nanoTime();
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    long sentNanos() {
        return sentNanos;
    }

    /** Whether the complete response contains the words. */
    boolean says(String words) {
        return new String(answer.array(), 0, answer.position(), ISO_8859_1).contains(words);
    }

    /** Whether the connection has worked before, so that reconnecting is worthwhile. */
    boolean hasAnswered() {
        return hasAnswered;
    }

    /** Whether the server announced that this response is the last on the connection. */
    boolean isOver() {
        return isOver;
    }

    /** Reads available bytes; returns the status if the response is complete, else 0. */
    int read() throws IOException {
        if (channel.read(answer) < 0) {
            throw new IOException("the server closed a connection instead of answering");
        }
        String text = new String(answer.array(), 0, answer.position(), ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end >= 0 && text.length() >= end + 4 + number(header(text, end, "\ncontent-length:"))) {
            int status = number(text.startsWith("HTTP/1.1 ") ? text.substring(9, 12) : "");
            hasAnswered = true;
            isOver = header(text, end, "\nconnection:").equalsIgnoreCase("close");
            return status;
        }
        if (!answer.hasRemaining()) {
            throw new IOException("the server's answer is longer than " + MOST_BYTES + " bytes");
        }
        return 0;
    }

    private static String header(String text, int end, String name) {
        for (int line = text.indexOf('\n'); line >= 0 && line < end; line = text.indexOf('\n', line + 1)) {
            if (text.regionMatches(true, line, name, 0, name.length())) {
                return text.substring(line + name.length(), text.indexOf('\r', line))
                        .strip();
            }
        }
        return "";
    }

    private static int number(String digits) throws IOException {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException malformed) {
            throw new IOException("the server's answer is not HTTP/1.1 with a Content-Length", malformed);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
