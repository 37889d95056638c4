package io.weir.service.envoy.port;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;

/** A client's connection: notes that it is used, and what its calls hold. It is the first handler of its channel. */
final class Connection extends ChannelInboundHandlerAdapter {

    private final Channel channel;
    private final OpenCalls calls;

    /** A new connection is not closed before the others had a chance to be used again. */
    private volatile boolean used = true;

    // These two belong to the event loop.
    private long heldBytes;
    private boolean isGivenUp;

    Connection(Channel channel, OpenCalls calls) {
        this.channel = channel;
        this.calls = calls;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        if (!used) {
            used = true;
        }
        LoopCalls ofLoop = calls.ofThisLoop();
        ofLoop.reading(this);
        context.fireChannelRead(bytes);
        ofLoop.reading(null);
    }

    /** Whether the connection was used since this was last asked. */
    boolean wasUsed() {
        boolean before = used;
        used = false;
        return before;
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

    /** Closes the connection, of which nothing counts any more. */
    void giveUp() {
        isGivenUp = true;
        close();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for its end
    void close() {
        if (channel.isRegistered()) {
            channel.close();
        } else {
            // It was accepted just now, and has no event loop yet that could close it.
            channel.unsafe().closeForcibly();
        }
    }
}
