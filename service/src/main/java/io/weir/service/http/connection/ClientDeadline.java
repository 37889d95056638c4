package io.weir.service.http.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client keeps it waiting: for a request, for the rest of one, or for somebody to take the answers.
 * Bytes alone are no progress; requests that have come in and answers that were taken are. While the service has
 * the turn, no time counts.
 *
 * <p>Reactor Netty's own idle timeout is content with bytes, and starts a timer for each request. Here a connection has one
 * timer, and a request only notes the time.
 *
 * <p>It also counts the connection and the bodies of its unanswered requests among all {@link Connections}, which may end it to make
 * room for others.
 */
final class ClientDeadline extends ChannelDuplexHandler implements Connections.Client {

    /** The number of a request on its connection, and the bytes of its body that came so far. */
    private record BodyOf(long request, long bytes) {}

    private final long timeoutNanos;
    private final Connections connections;
    private final AtomicLong heldBytes = new AtomicLong();
    private Ticker clock = Ticker.systemTicker();
    private @Nullable Future<?> check;

    private @Nullable Channel channel;
    private Connections.@Nullable Entry entry;

    /** The time of the last progress of the client. Other threads read it. */
    private volatile long progressNanos;

    /** Counts requests whose head has arrived, and responses that have gone out. */
    private long requests;

    private long answers;

    /** Whether the body of the last request is still arriving. */
    private boolean receiving;

    /** Whether this body waits in the socket because of {@link LargeBodies}. */
    private boolean paused;

    /** The bodies of pending requests, oldest first; requests without a body are left out. */
    private final Deque<BodyOf> bodies = new ArrayDeque<>(0);

    ClientDeadline(Duration timeout, Connections connections) {
        this.timeoutNanos = timeout.toNanos();
        this.connections = connections;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    public void handlerAdded(ChannelHandlerContext context) {
        channel = context.channel();
        clock = context.executor().ticker();
        progressNanos = clock.nanoTime();
        entry = connections.enter(this);
        if (entry == null) {
            context.close();
            return;
        }
        checkIn(timeoutNanos, context);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (check != null) {
            check.cancel(false);
        }
        if (entry != null) {
            connections.leave(entry);
        }
    }

    @Override
    public long waitingSinceNanos() {
        return isServicesTurn() ? Long.MAX_VALUE : progressNanos;
    }

    @Override
    public AtomicLong heldBytes() {
        return heldBytes;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    public void disconnect() {
        Channel open = channel;
        if (open != null) {
            // Closing through the handlers of the pipeline would first send pending responses.
            open.eventLoop().execute(() -> open.unsafe().close(open.voidPromise()));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest) {
            requests++;
            receiving = true;
            noteProgress(context);
        }
        if (message instanceof HttpContent content) {
            if (content.content().isReadable()) {
                hold(content.content().readableBytes());
            }
            receiving &= !(content instanceof LastHttpContent);
        }
        context.fireChannelRead(message);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof LargeBodies.Pause pause) {
            paused = pause == LargeBodies.Pause.BEGINS;
            noteProgress(context);
        }
        context.fireUserEventTriggered(event);
    }

    /** Releases the body, unless the request was answered without reading it. */
    private void hold(int bytes) {
        if (entry == null || answers >= requests) {
            return;
        }
        BodyOf last = bodies.peekLast();
        if (last != null && last.request() == requests) {
            bodies.removeLast();
            bodies.addLast(new BodyOf(requests, last.bytes() + bytes));
        } else {
            bodies.addLast(new BodyOf(requests, bytes));
        }
        connections.hold(entry, bytes);
    }

    private void releaseAnswered() {
        for (BodyOf first = bodies.peekFirst();
                first != null && first.request() <= answers && entry != null;
                first = bodies.peekFirst()) {
            bodies.removeFirst();
            connections.release(entry, first.bytes());
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise is the writer's.
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        // Parts of a stream too: a viewer that takes one part before the next is written is not late.
        noteProgress(context);
        if (Messages.endsAnAnswer(message)) {
            answers++;
            if (!bodies.isEmpty()) {
                releaseAnswered();
            }
        }
        context.write(message, promise);
    }

    /** A client that takes a long answer has made progress whenever there is room for more of it. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            progressNanos = clock.nanoTime();
        }
        context.fireChannelWritabilityChanged();
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
        boolean served = isServicesTurn() && hasTakenAllAnswers(context);
        long left = served ? timeoutNanos : progressNanos + timeoutNanos - clock.nanoTime();
        if (left > 0) {
            checkIn(left, context);
        } else {
            context.close();
        }
    }

    private boolean isServicesTurn() {
        return requests > answers && (!receiving || paused);
    }

    private void checkIn(long nanos, ChannelHandlerContext context) {
        check = context.executor().schedule(() -> check(context), nanos, TimeUnit.NANOSECONDS);
    }
}
