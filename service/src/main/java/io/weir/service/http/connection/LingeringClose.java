package io.weir.service.http.connection;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection without losing the response to a client that is still sending: closing at once would reset the connection,
 * and the client might never read the response. Only our half is closed, and further data is dropped, until the request ends or
 * for two seconds.
 */
final class LingeringClose {

    private static final int SECONDS = 2;

    private boolean receiving;
    private boolean lingering;

    boolean isLingering() {
        return lingering;
    }

    /** Called for every message that arrives; returns whether the message was dropped. */
    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    boolean dropped(ChannelHandlerContext context, Object message) {
        receiving = (receiving || message instanceof HttpRequest) && !(message instanceof LastHttpContent);
        if (!lingering) {
            return false;
        }
        ReferenceCountUtil.release(message);
        if (!receiving) {
            context.close();
        }
        return true;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    void close(ChannelHandlerContext context, ChannelPromise promise) {
        if (!receiving
                || lingering
                || !context.channel().isActive()
                || !(context.channel() instanceof DuplexChannel half)) {
            context.close(promise);
            return;
        }
        lingering = true;
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> half.shutdownOutput());
        context.executor().schedule(() -> context.close(), SECONDS, TimeUnit.SECONDS);
        context.channel().closeFuture().addListener(closed -> promise.trySuccess());
        context.read();
    }
}
