package io.weir.service.envoy.port;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/** A connection of a client: notes when it is used, and how much its calls hold. It is the first handler of its channel. */
final class GrpcConnection extends ChannelInboundHandlerAdapter {

    private final Channel channel;
    private final OpenCalls calls;

    private volatile @Nullable ChannelHandlerContext context;
    private volatile long lastUsedNanos = System.nanoTime();

    // Only the event loop uses these two fields.
    private long heldBytes;
    private boolean isGivenUp;

    GrpcConnection(Channel channel, OpenCalls calls) {
        this.channel = channel;
        this.calls = calls;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelRead(ChannelHandlerContext first, Object bytes) {
        lastUsedNanos = System.nanoTime();
        LoopCalls ofLoop = calls.ofThisLoop();
        ofLoop.reading(this);
        first.fireChannelRead(bytes);
        ofLoop.reading(null);
    }

    boolean isUnusedForLongerThan(GrpcConnection other) {
        return lastUsedNanos - other.lastUsedNanos < 0;
    }

    long heldBytes() {
        return heldBytes;
    }

    void hold(long bytes) {
        heldBytes += bytes;
    }

    boolean isGivenUp() {
        return isGivenUp;
    }

    /** Closes the connection, whose bytes no longer count. */
    void giveUp() {
        isGivenUp = true;
        close();
    }

    /** Closes the connection at once, without the handler of gRPC, which would wait for its calls to end. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for its end
    void close() {
        ChannelHandlerContext first = context;
        if (first != null) {
            first.close();
        } else {
            // The connection was accepted just now, and has no event loop yet that could close it.
            channel.unsafe().closeForcibly();
        }
    }
}
