package io.weir.service;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * Closes a connection whose client keeps it waiting: for a request, for the rest of one, or for somebody to take the answers.
 * Bytes alone are no progress; requests that have come in and answers that were taken are. While the service has
 * the turn, no time counts.
 *
 * <p>Reactor Netty's own idle timeout is content with bytes, and starts a timer for each request. Here a connection has one
 * timer, and a request only notes the time.
 */
final class ClientDeadline extends ChannelDuplexHandler {

    private final long timeoutNanos;
    private Ticker clock = Ticker.systemTicker();
    private @Nullable Future<?> check;

    /** When the client did its part last. */
    private long progressNanos;

    /** Requests whose head has come in and whose answer has not gone out. */
    private int unanswered;

    /** Whether the body of the last request is still coming in. */
    private boolean receiving;

    ClientDeadline(Duration timeout) {
        this.timeoutNanos = timeout.toNanos();
    }

    /** The server with a deadline for the clients of all connections. */
    static HttpServer in(HttpServer server, Duration timeout) {
        return server.doOnChannelInit((observer, channel, remote) -> channel.pipeline()
                .addAfter(NettyPipeline.HttpCodec, "weir.clientDeadline", new ClientDeadline(timeout)));
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        clock = context.executor().ticker();
        progressNanos = clock.nanoTime();
        checkIn(timeoutNanos, context);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (check != null) {
            check.cancel(false);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            unanswered++;
            receiving = true;
            noteProgress(context);
        }
        if (message instanceof LastHttpContent) {
            receiving = false;
        }
        context.fireChannelRead(message);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise is the writer's.
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (FastLane.endsAnAnswer(message)) {
            unanswered--;
            noteProgress(context);
        }
        context.write(message, promise);
    }

    private void noteProgress(ChannelHandlerContext context) {
        if (hasTakenAllAnswers(context)) {
            progressNanos = clock.nanoTime();
        }
    }

    private static boolean hasTakenAllAnswers(ChannelHandlerContext context) {
        ChannelOutboundBuffer answers = context.channel().unsafe().outboundBuffer();
        return answers == null || answers.totalPendingWriteBytes() == 0;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    private void check(ChannelHandlerContext context) {
        boolean isServicesTurn = unanswered > 0 && !receiving && hasTakenAllAnswers(context);
        long left = isServicesTurn ? timeoutNanos : progressNanos + timeoutNanos - clock.nanoTime();
        if (left > 0) {
            checkIn(left, context);
        } else {
            context.close();
        }
    }

    private void checkIn(long nanos, ChannelHandlerContext context) {
        check = context.executor().schedule(() -> check(context), nanos, TimeUnit.NANOSECONDS);
    }
}
