package io.weir.service.envoy.port;

import io.grpc.netty.shaded.io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.RecvByteBufAllocator;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the connections of a listening channel, through which each new connection passes. Above the bound, the connection that
 * was unused for the longest time is closed, so that idle connections never keep out a client with calls.
 */
@Sharable
final class GrpcConnections extends ChannelInboundHandlerAdapter {

    private static final int SMALLEST_READ_BYTES = 64;
    private static final int FIRST_READ_BYTES = 2 * 1024;
    private static final RecvByteBufAllocator READS =
            new AdaptiveRecvByteBufAllocator(SMALLEST_READ_BYTES, FIRST_READ_BYTES, OpenCall.FRAME_BYTES);

    private final int most;
    private final OpenCalls calls;

    /** All access is synchronized on this set. */
    private final Set<GrpcConnection> open = new HashSet<>();

    GrpcConnections(int most, OpenCalls calls) {
        this.most = most;
        this.calls = calls;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the listener is all that waits for the end of a connection
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        Channel channel = (Channel) accepted;
        GrpcConnection connection = new GrpcConnection(channel, calls);
        channel.pipeline().addFirst(connection);
        channel.config().setRecvByteBufAllocator(READS);
        GrpcConnection unused = add(connection);
        channel.closeFuture().addListener(closed -> remove(connection));
        if (unused != null) {
            unused.close();
        }
        context.fireChannelRead(accepted);
    }

    /** Adds a connection; returns the connection to close in its place, if there is one. */
    private @Nullable GrpcConnection add(GrpcConnection connection) {
        synchronized (open) {
            GrpcConnection unused = open.size() < most ? null : unusedForLongest();
            if (unused != null) {
                open.remove(unused);
            }
            open.add(connection);
            return unused;
        }
    }

    private @Nullable GrpcConnection unusedForLongest() {
        GrpcConnection longest = null;
        for (GrpcConnection connection : open) {
            if (longest == null || connection.isUnusedForLongerThan(longest)) {
                longest = connection;
            }
        }
        return longest;
    }

    private void remove(GrpcConnection connection) {
        synchronized (open) {
            open.remove(connection);
        }
    }
}
