package io.weir.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A client that opens a connection and then repeatedly sends a few more bytes of a request. */
final class SlowClient implements AutoCloseable {

    /** The kinds of slow clients: each sends an opening and then repeats a few bytes; most read the answers. */
    enum Kind {
        SENDS_NOTHING("", ""),
        BEGINS_A_REQUEST("GET " + RawHttp.CHECK, ""),
        DRIPS_A_REQUEST_LINE("GET " + RawHttp.CHECK, "x"),
        DRIPS_HEADERS("GET " + RawHttp.CHECK + " HTTP/1.1\r\n", "a: b\r\n"),
        DRIPS_BLANK_LINES("", "\r\n"),
        DRIPS_A_BODY(get("Content-Length: 1000000\r\n"), "x"),
        DRIPS_CHUNKS(get("Transfer-Encoding: chunked\r\n"), "1\r\nx\r\n"),
        DRIPS_THE_BODY_OF_A_PAGE("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n", "x"),
        STAYS_AFTER_AN_ANSWER(get(""), ""),
        DRIPS_AFTER_AN_ANSWER(get(""), "x"),
        READS_NO_ANSWERS("", get("").repeat(2_000));

        private final String opening;
        private final String repeated;

        Kind(String opening, String repeated) {
            this.opening = opening;
            this.repeated = repeated;
        }

        private static String get(String header) {
            return "GET " + RawHttp.CHECK + "?key=slow HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n";
        }
    }

    private final Kind kind;
    private final SocketChannel channel;
    private final ByteBuffer answer = ByteBuffer.allocate(4_096);
    private boolean disconnected;

    SlowClient(Kind kind, int port) throws IOException {
        this.kind = kind;
        this.channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.configureBlocking(false);
        send(kind.opening);
    }

    Kind kind() {
        return kind;
    }

    boolean isDisconnected() {
        return disconnected;
    }

    void drip() {
        if (disconnected) {
            return;
        }
        try {
            send(kind.repeated);
            if (kind != Kind.READS_NO_ANSWERS) {
                disconnected = channel.read(answer.clear()) < 0;
            }
        } catch (IOException reset) {
            disconnected = true;
        }
    }

    private void send(String text) throws IOException {
        channel.write(StandardCharsets.ISO_8859_1.encode(text));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
