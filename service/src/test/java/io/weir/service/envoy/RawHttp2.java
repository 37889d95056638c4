package io.weir.service.envoy;

import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Exception;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Headers;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** An HTTP/2 client that can send any frames, such as those of unfinished calls. */
final class RawHttp2 implements AutoCloseable {

    static final int END_STREAM = 1;
    static final int MAX_CONCURRENT_STREAMS = 3;
    static final int INITIAL_WINDOW_SIZE = 4;

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GO_AWAY = 7;
    private static final int ACK = 1;
    private static final int END_HEADERS = 4;
    private static final int CANCEL = 8;
    private static final int PATIENCE_MILLIS = 60_000;

    private record Frame(int type, int flags, int stream, ByteBuffer payload) {}

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final DefaultHttp2HeadersDecoder headersDecoder = new DefaultHttp2HeadersDecoder();
    private ByteBuffer serverSettings = ByteBuffer.allocate(0);

    private RawHttp2(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /** Connects, and waits until the server has agreed to speak HTTP/2. */
    static RawHttp2 connect(int port, int... settings) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        RawHttp2 client = new RawHttp2(socket);
        client.out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        ByteBuffer payload = ByteBuffer.allocate(settings.length * 3);
        for (int i = 0; i < settings.length; i += 2) {
            payload.putShort((short) settings[i]).putInt(settings[i + 1]);
        }
        client.frame(SETTINGS, 0, 0, payload.array());
        client.out.flush();
        Frame first = client.read().orElseThrow();
        client.serverSettings = first.payload();
        client.frame(SETTINGS, ACK, 0, new byte[0]);
        client.out.flush();
        return client;
    }

    int serverSetting(int name) {
        ByteBuffer settings = serverSettings.duplicate();
        while (settings.hasRemaining()) {
            int each = settings.getShort();
            int value = settings.getInt();
            if (each == name) {
                return value;
            }
        }
        throw new AssertionError("the server has no setting " + name);
    }

    /** Sends the headers of a call. */
    void call(int stream, String method) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        field(block, ":method", "POST");
        field(block, ":scheme", "http");
        field(block, ":path", "/" + method);
        field(block, ":authority", "weir");
        field(block, "te", "trailers");
        field(block, "content-type", "application/grpc");
        frame(HEADERS, END_HEADERS, stream, block.toByteArray());
    }

    /** Writes a header in the simplest form of HPACK, a literal that is not indexed. */
    private static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        for (String text : new String[] {name, value}) {
            block.write(text.length());
            block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        }
    }

    void data(int stream, byte[] bytes, int flags) throws IOException {
        frame(DATA, flags, stream, bytes);
    }

    /** Returns a message with the frame of gRPC, whose announced length may exceed the given bytes. */
    static byte[] message(int announcedLength, byte[] bytes) {
        return ByteBuffer.allocate(5 + bytes.length)
                .put((byte) 0)
                .putInt(announcedLength)
                .put(bytes)
                .array();
    }

    void reset(int stream) throws IOException {
        frame(RESET, 0, stream, ByteBuffer.allocate(4).putInt(CANCEL).array());
    }

    private void frame(int type, int flags, int stream, byte[] payload) throws IOException {
        out.writeInt(payload.length << 8 | type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(payload);
    }

    void flush() throws IOException {
        out.flush();
    }

    /** Waits for the end of the call, and returns its status, which gRPC sends in the last headers. */
    int statusOf(int stream) throws IOException, Http2Exception {
        out.flush();
        while (true) {
            Frame frame = read().orElseThrow(() -> new AssertionError("the connection was closed"));
            if (frame.type() == HEADERS) {
                Http2Headers headers =
                        headersDecoder.decodeHeaders(frame.stream(), Unpooled.wrappedBuffer(frame.payload()));
                if (frame.stream() == stream && (frame.flags() & END_STREAM) != 0) {
                    return Integer.parseInt(headers.get("grpc-status").toString());
                }
            }
        }
    }

    /** Reads until the server closes the connection; returns the error code of its GOAWAY frame, or -1 if it sent none. */
    int awaitClose() throws IOException {
        int code = -1;
        for (Optional<Frame> frame = read(); frame.isPresent(); frame = read()) {
            if (frame.get().type() == GO_AWAY) {
                code = frame.get().payload().getInt(4);
            }
        }
        return code;
    }

    /** Sends frames; the server may close the connection meanwhile. */
    static void sendUntilClosed(Sending sending) {
        try {
            sending.send();
        } catch (IOException closed) {
            // The server may close the connection.
        }
    }

    interface Sending {
        void send() throws IOException;
    }

    private Optional<Frame> read() throws IOException {
        try {
            int lengthAndType = in.readInt();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            Frame frame =
                    new Frame(lengthAndType & 0xFF, flags, stream, ByteBuffer.wrap(in.readNBytes(lengthAndType >>> 8)));
            answer(frame);
            return Optional.of(frame);
        } catch (SocketTimeoutException open) {
            throw new AssertionError("the connection is still open", open);
        } catch (IOException closed) {
            return Optional.empty();
        }
    }

    /** Answers a ping; otherwise a server that closes an idle connection would wait ten seconds for the answer. */
    private void answer(Frame frame) {
        if (frame.type() == PING && (frame.flags() & ACK) == 0) {
            sendUntilClosed(() -> {
                frame(PING, ACK, 0, frame.payload().array());
                out.flush();
            });
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
