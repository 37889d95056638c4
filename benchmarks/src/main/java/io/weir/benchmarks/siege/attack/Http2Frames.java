package io.weir.benchmarks.siege.attack;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes the few frames of HTTP/2 that an attack needs. */
public final class Http2Frames {

    static final int HEADER_BYTES = 9;
    static final int MOST_PAYLOAD = 16_384;
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int WINDOW_UPDATE = 8;

    private static final int END_HEADERS = 4;
    private static final int CANCEL = 8;

    private Http2Frames() {}

    /** What opens a connection: the preface and settings that change nothing. */
    public static ByteBuffer opening() {
        byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer out = ByteBuffer.allocate(preface.length + HEADER_BYTES).put(preface);
        return putHeader(out, 0, SETTINGS, 0, 0).flip();
    }

    public static ByteBuffer putHeader(ByteBuffer out, int length, int type, int flags, int stream) {
        return out.putInt(length << 8 | type).put((byte) flags).putInt(stream);
    }

    public static ByteBuffer putHeaders(ByteBuffer out, byte[] block, int stream) {
        return putHeader(out, block.length, HEADERS, END_HEADERS, stream).put(block);
    }

    public static ByteBuffer putReset(ByteBuffer out, int stream) {
        return putHeader(out, Integer.BYTES, RST_STREAM, 0, stream).putInt(CANCEL);
    }

    /** The header block of a gRPC call, in HPACK without its dynamic table. */
    public static byte[] callHeaders(String path, String token) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        // Entries of HPACK's static table: ":method: POST" and ":scheme: http".
        block.write(0x83);
        block.write(0x86);
        // Literals whose names are entries 4 (:path), 1 (:authority), 31 (content-type) and 23 (authorization).
        block.write(0x04);
        putText(block, path);
        block.write(0x01);
        putText(block, "localhost");
        block.write(0x0f);
        block.write(31 - 15);
        putText(block, "application/grpc");
        block.write(0x00);
        putText(block, "te");
        putText(block, "trailers");
        if (!token.isEmpty()) {
            block.write(0x0f);
            block.write(23 - 15);
            putText(block, "Bearer " + token);
        }
        return block.toByteArray();
    }

    private static void putText(ByteArrayOutputStream block, String text) {
        block.write(text.length());
        block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
