package io.weir.benchmarks.siege.attack;

import java.nio.ByteBuffer;

/** Opens an HTTP/2 connection and leaves it. */
public final class IdleConnection implements AttackClient {

    private final ByteBuffer sending = Http2Frames.opening();

    @Override
    public ByteBuffer toSend() {
        return sending;
    }

    @Override
    public void received(ByteBuffer bytes) {
        bytes.position(bytes.limit());
    }
}
