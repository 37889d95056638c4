package io.weir.service.http.connection;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.weir.limit.Decision;
import java.util.concurrent.TimeUnit;

/**
 * Reads the first 64 KiB of each request body at once and leaves the rest in the socket until the body's turn comes by the {@link
 * BodyPace}. A waiting body therefore costs the heap almost nothing, and its sender is slowed down by TCP.
 */
final class LargeBodies extends ChannelDuplexHandler {

    /** Tells the next handlers that the service, not the client, delays the body. */
    enum Pause {
        BEGINS,
        ENDS
    }

    /** No endpoint reads more, so a longer body or a chunked body counts as one of this size. */
    private static final long LARGEST_BYTES = 1024 * 1024;

    private final BodyPace pace;
    private final HeaderFolds folds;

    /** The announced size of the current body. */
    private long announced;

    /** The bytes of the current body that have arrived. */
    private long arrived;

    private boolean paused;

    /** Whether a next handler asked for more data during the pause. */
    private boolean readRequested;

    /** @param folds sees what arrives here too, because another handler for it would cost every request some time */
    LargeBodies(BodyPace pace, HeaderFolds folds) {
        this.pace = pace;
        this.folds = folds;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        folds.decoded(message);
        if (message instanceof HttpRequest request) {
            arrived = 0;
            announced = request.decoderResult().isSuccess() ? announcedBytes(request) : LARGEST_BYTES;
        }
        if (message instanceof HttpContent content && content.content().isReadable()) {
            boolean wasSmall = arrived <= BodyPace.SMALL_BYTES;
            arrived += content.content().readableBytes();
            if (wasSmall && arrived > BodyPace.SMALL_BYTES) {
                waitForTurn(context);
            }
        }
        context.fireChannelRead(message);
    }

    private static long announcedBytes(HttpRequest request) {
        return Math.min(LARGEST_BYTES, HttpUtil.getContentLength(request, LARGEST_BYTES));
    }

    private void waitForTurn(ChannelHandlerContext context) {
        Decision turn = pace.enqueue(announced);
        if (!turn.allowed()) {
            pause(context, BodyPace.LONGEST_WAIT.toNanos(), () -> waitForTurn(context));
        } else if (turn.delay().isZero()) {
            resume(context);
        } else {
            pause(context, turn.delay().toNanos(), () -> resume(context));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The channel's event loop runs the task.
    private void pause(ChannelHandlerContext context, long nanos, Runnable then) {
        if (!paused) {
            paused = true;
            context.fireUserEventTriggered(Pause.BEGINS);
        }
        context.executor()
                .schedule(
                        () -> {
                            if (context.channel().isActive()) {
                                then.run();
                            }
                        },
                        nanos,
                        TimeUnit.NANOSECONDS);
    }

    private void resume(ChannelHandlerContext context) {
        if (!paused) {
            return;
        }
        paused = false;
        context.fireUserEventTriggered(Pause.ENDS);
        if (readRequested) {
            readRequested = false;
            context.read();
        }
    }

    @Override
    public void read(ChannelHandlerContext context) {
        if (paused) {
            readRequested = true;
        } else {
            context.read();
        }
    }
}
