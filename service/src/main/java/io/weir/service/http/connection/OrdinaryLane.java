package io.weir.service.http.connection;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.weir.service.http.ArrivedBytes;
import io.weir.service.http.Endpoint;
import io.weir.service.http.FrontDoor;
import io.weir.service.http.Incoming;
import io.weir.service.http.RateLimitRoutes;
import io.weir.service.http.Reply;
import io.weir.service.http.SecurityHeaders;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Passes the requests of a connection on to Reactor Netty, one at a time, after the {@link FastLane} has left: requests for our
 * endpoints to {@link RateLimitRoutes}, all others to Spring, when the {@link SlowLane} allows it. It rejects the same requests as
 * the {@link FrontDoor}.
 */
public final class OrdinaryLane extends ChannelDuplexHandler {

    private static final int MOST_BYTES_FOR_SPRING = 256 * 1024;

    /** A request for Spring whose body is arriving. */
    private record Arriving(HttpRequest request, Incoming head, ArrivedBytes body) {}

    private final FastLane.Shared shared;
    private final LingeringClose lingering = new LingeringClose();

    /** Whether a request is pending. */
    private boolean busy;

    /** The place of the pending request in the slow lane, if it has one. */
    private SlowLane.@Nullable Place slowPlace;

    /** Messages that arrived while a request was pending. */
    private final Queue<Object> waiting = new ArrayDeque<>();

    /** Whether the connection closes after the current request. */
    private boolean closing;

    /** Whether the rest of an answered request is still arriving. */
    private boolean skipping;

    private @Nullable Arriving arriving;

    public OrdinaryLane(FastLane.Shared shared) {
        this.shared = shared;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!lingering.dropped(context, message)) {
            waiting.add(message);
            handleWaiting(context);
        }
    }

    private void handleWaiting(ChannelHandlerContext context) {
        while (!waiting.isEmpty() && !(waiting.peek() instanceof HttpRequest && mustWait(context))) {
            handle(context, waiting.remove());
        }
    }

    private boolean mustWait(ChannelHandlerContext context) {
        return busy || !context.channel().isWritable();
    }

    private void handle(ChannelHandlerContext context, Object message) {
        if (arriving != null) {
            collect(context, arriving, message);
            ReferenceCountUtil.release(message);
        } else if (skipping) {
            skipping = !(message instanceof LastHttpContent);
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpRequest request) {
            begin(context, request);
        } else {
            context.fireChannelRead(message);
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        if (closing) {
            skip(request);
            return;
        }
        if (request.decoderResult().isFailure()) {
            passOn(context, request);
            return;
        }
        Incoming head = shared.door().identified(Messages.head(context, request));
        Endpoint endpoint = shared.door().endpoint(head);
        Optional<Reply> refusal = shared.door().refusal(head, endpoint);
        if (refusal.isPresent()) {
            refuse(context, request, refusal.get());
        } else if (endpoint != null) {
            passOn(context, request);
        } else {
            askForTheBody(context, request);
            arriving = new Arriving(request, head, new ArrivedBytes());
        }
    }

    private void skip(Object message) {
        skipping = !(message instanceof LastHttpContent);
    }

    /** Some clients send a body only after 100 (Continue). */
    @SuppressWarnings("FutureReturnValueIgnored") // A client that has hung up needs no answer.
    private static void askForTheBody(ChannelHandlerContext context, HttpRequest request) {
        if (HttpUtil.is100ContinueExpected(request)) {
            request.headers().remove(HttpHeaderNames.EXPECT);
            context.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
    }

    private void passOn(ChannelHandlerContext context, HttpRequest request) {
        busy = true;
        closing |= request.decoderResult().isFailure() || !HttpUtil.isKeepAlive(request);
        context.fireChannelRead(request);
    }

    /** Rejects a request, in its turn among all rejections, and drops its body. */
    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    private void refuse(ChannelHandlerContext context, HttpRequest request, Reply refusal) {
        skip(request);
        closing |= Messages.closesAfter(request, refusal);
        OptionalLong delay = shared.refusals().delayNanos();
        if (delay.isEmpty()) {
            context.close();
            return;
        }
        busy = true;
        context.executor().schedule(() -> answer(context, refusal), delay.getAsLong(), TimeUnit.NANOSECONDS);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A client that has hung up needs no answer.
    private void answer(ChannelHandlerContext context, Reply reply) {
        context.writeAndFlush(Messages.response(context, reply));
        if (closing) {
            lingering.close(context, context.newPromise());
        } else {
            goOn(context);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    private void collect(ChannelHandlerContext context, Arriving request, Object message) {
        if (!(message instanceof HttpContent content) || content.decoderResult().isFailure()) {
            context.close();
            return;
        }
        request.body().add(content.content());
        if (request.body().size() > MOST_BYTES_FOR_SPRING) {
            arriving = null;
            skip(message);
            Reply refusal = Endpoint.tooLong(MOST_BYTES_FOR_SPRING);
            Messages.announceClose(refusal);
            closing = true;
            answer(context, refusal);
        } else if (content instanceof LastHttpContent) {
            arriving = null;
            waitForSpring(context, request);
        }
    }

    private void waitForSpring(ChannelHandlerContext context, Arriving request) {
        busy = true;
        InetSocketAddress peer = request.head().peer();
        shared.slowLane()
                .enter(
                        peer == null ? null : peer.getAddress(),
                        new ForSpring(
                                context,
                                request.request(),
                                request.body().body().bytes()));
    }

    /** A request for Spring that waits in the slow lane. It has arrived completely, so that no client can delay others. */
    private final class ForSpring implements SlowLane.Turn {
        private final ChannelHandlerContext context;
        private final HttpRequest request;
        private final byte[] body;

        private ForSpring(ChannelHandlerContext context, HttpRequest request, byte[] body) {
            this.context = context;
            this.request = request;
            this.body = body;
        }

        @Override
        public void begin(SlowLane.Place place) {
            if (!isWanted()) {
                place.leave();
                return;
            }
            slowPlace = place;
            passOn(context, request);
            context.fireChannelRead(new DefaultLastHttpContent(Unpooled.wrappedBuffer(body)));
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // There is nobody to tell.
        public void later(long nanos, Runnable then) {
            context.executor().schedule(then, nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public boolean isWanted() {
            return context.channel().isActive();
        }
    }

    private void leaveSlowLane() {
        SlowLane.Place left = slowPlace;
        if (left != null) {
            slowPlace = null;
            left.leave();
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise is the writer's.
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof HttpResponse response) {
            SecurityHeaders.complete(response.headers());
        }
        context.write(message, promise);
        if (Messages.endsAnAnswer(message)) {
            leaveSlowLane();
            // The task runs after the current write has returned.
            context.executor().execute(() -> goOn(context));
        }
    }

    /** Handles the next request after the current one is answered. */
    private void goOn(ChannelHandlerContext context) {
        busy = false;
        handleWaiting(context);
        readOn(context);
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        lingering.close(context, promise);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        readOn(context);
        context.fireChannelReadComplete();
    }

    /** Reads on while no handler behind this one has a request. */
    private void readOn(ChannelHandlerContext context) {
        if (!busy || lingering.isLingering()) {
            read(context);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            handleWaiting(context);
            readOn(context);
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void read(ChannelHandlerContext context) {
        if (waiting.isEmpty() || lingering.isLingering()) {
            context.read();
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        leaveSlowLane();
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
    }
}
