package io.weir.service.http.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.weir.service.http.Body;
import io.weir.service.http.Endpoint;
import io.weir.service.http.FrontDoor;
import io.weir.service.http.Incoming;
import io.weir.service.http.RateLimitRoutes;
import io.weir.service.http.Reply;
import io.weir.service.http.SecurityHeaders;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stands between Netty's HTTP codec and Reactor Netty. It refuses what the {@link FrontDoor} refuses, answers plain requests for our
 * own endpoints itself, since Reactor Netty would take longer than a check does, and passes on the others: unusual requests for our
 * endpoints to {@link RateLimitRoutes}, all else to Spring, whose turn comes by the {@link SlowLane}.
 *
 * <p>Answers are sent in the order of their requests, of which several may be pending. A request that is passed on waits until all
 * before it are answered, and what comes behind it waits for its answer.
 */
public final class FastLane extends ChannelDuplexHandler {

    /** How many requests of one connection may be pending; more wait. */
    private static final int MOST_PENDING = 128;

    private static final int MOST_BYTES_FOR_SPRING = 256 * 1024;

    /** What all connections share. */
    public record Shared(FrontDoor door, PacedRefusals refusals, SlowLane slowLane) {}

    /** A request whose body is coming in; for Spring if there is no endpoint. */
    private record Arriving(
            @Nullable Endpoint endpoint, HttpRequest request, Incoming head, ByteArrayOutputStream body) {}

    private final Shared shared;
    private final LingeringClose lingering = new LingeringClose();

    /** Whether a request was passed on and is not answered yet. */
    private boolean passedOn;

    /** Whether that request holds the slow lane. */
    private boolean inSlowLane;

    /** What came in while it had to wait. */
    private final Queue<Object> waiting = new ArrayDeque<>();

    /** The answers that are not there yet, and those behind them. While there is one, nothing is passed on. */
    private final Queue<CompletableFuture<Reply>> pending = new ArrayDeque<>();

    /** Whether no request after the present one is answered. */
    private boolean closing;

    /** Whether the connection is to be closed as soon as pending answers are sent. */
    private boolean closingAfterPending;

    /** Whether the end of a request that is answered already is still to come. */
    private boolean skipping;

    private @Nullable Arriving arriving;

    public FastLane(Shared shared) {
        this.shared = shared;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (lingering.dropped(context, message)) {
            return;
        }
        waiting.add(message);
        handleWaiting(context);
    }

    private void handleWaiting(ChannelHandlerContext context) {
        while (!waiting.isEmpty() && !(waiting.peek() instanceof HttpRequest request && mustWait(context, request))) {
            handle(context, waiting.remove());
        }
    }

    /** For earlier answers, or for a client that takes none, whose answers would fill the memory. */
    private boolean mustWait(ChannelHandlerContext context, HttpRequest request) {
        return passedOn
                || !context.channel().isWritable()
                || pending.size() >= MOST_PENDING
                || (!pending.isEmpty() && !PlainRequest.isFor(shared.door().endpoint(head(context, request)), request));
    }

    private void handle(ChannelHandlerContext context, Object message) {
        if (arriving != null) {
            collect(context, arriving, message);
        } else if (skipping) {
            skipping = !(message instanceof LastHttpContent);
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpRequest request) {
            begin(context, request);
        } else {
            context.fireChannelRead(message);
        }
    }

    private static Incoming head(ChannelHandlerContext context, HttpRequest request) {
        InetSocketAddress peer =
                context.channel().remoteAddress() instanceof InetSocketAddress address ? address : null;
        return new Incoming(request.method(), request.uri(), request.headers(), peer);
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
        Incoming head = head(context, request);
        Endpoint endpoint = shared.door().endpoint(head);
        Optional<Reply> refusal = shared.door().refusal(head, endpoint);
        if (refusal.isPresent()) {
            refuse(context, request, refusal.get());
        } else if (endpoint != null && !PlainRequest.isFor(endpoint, request)) {
            passOn(context, request);
        } else if (endpoint != null && !endpoint.readsABody()) {
            skip(request);
            answer(context, endpoint.reply(head));
        } else {
            askForTheBody(context, request);
            arriving = new Arriving(endpoint, request, head, new ByteArrayOutputStream());
        }
    }

    /** Some clients send a body only when they are asked for it. */
    @SuppressWarnings("FutureReturnValueIgnored") // A client that has hung up needs no answer.
    private static void askForTheBody(ChannelHandlerContext context, HttpRequest request) {
        if (HttpUtil.is100ContinueExpected(request)) {
            request.headers().remove(HttpHeaderNames.EXPECT);
            context.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
    }

    private void skip(HttpRequest request) {
        skipping = !(request instanceof LastHttpContent);
    }

    private void passOn(ChannelHandlerContext context, HttpRequest request) {
        passedOn = true;
        closing |= request.decoderResult().isFailure() || !HttpUtil.isKeepAlive(request);
        context.fireChannelRead(request);
    }

    /** Answers by a refusal, in its turn among all refusals, and keeps nothing of the body. */
    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    private void refuse(ChannelHandlerContext context, HttpRequest request, Reply refusal) {
        skip(request);
        if (!HttpUtil.isKeepAlive(request) || request.headers().contains(HttpHeaderNames.EXPECT)) {
            closeAfter(refusal);
        }
        OptionalLong delay = shared.refusals().delayNanos();
        if (delay.isEmpty()) {
            context.close();
        } else if (delay.getAsLong() == 0) {
            answer(context, CompletableFuture.completedFuture(refusal));
        } else {
            CompletableFuture<Reply> later = new CompletableFuture<>();
            context.executor().schedule(() -> later.complete(refusal), delay.getAsLong(), TimeUnit.NANOSECONDS);
            answer(context, later);
        }
    }

    private void closeAfter(Reply last) {
        last.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        closing = true;
        closingAfterPending = true;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    private void collect(ChannelHandlerContext context, Arriving request, Object message) {
        if (message instanceof HttpContent content && content.decoderResult().isSuccess()) {
            request.body().writeBytes(ByteBufUtil.getBytes(content.content()));
            if (request.endpoint() == null && request.body().size() > MOST_BYTES_FOR_SPRING) {
                arriving = null;
                skipping = !(message instanceof LastHttpContent);
                Reply refusal = Endpoint.tooLong(MOST_BYTES_FOR_SPRING);
                closeAfter(refusal);
                answer(context, CompletableFuture.completedFuture(refusal));
            } else if (content instanceof LastHttpContent) {
                arriving = null;
                whole(context, request);
            }
        } else {
            context.close();
        }
        ReferenceCountUtil.release(message);
    }

    private void whole(ChannelHandlerContext context, Arriving request) {
        byte[] body = request.body().toByteArray();
        if (request.endpoint() != null) {
            answer(context, request.endpoint().reply(request.head().withBody(new Body(body))));
            return;
        }
        passedOn = true;
        InetSocketAddress peer = request.head().peer();
        shared.slowLane()
                .enter(peer == null ? null : peer.getAddress(), new ForSpring(context, request.request(), body));
    }

    /** The turn of a request for Spring, which has come in as a whole, so that no client can keep others waiting. */
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
        public void begin() {
            if (!isWanted()) {
                shared.slowLane().leave();
                return;
            }
            inSlowLane = true;
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
        if (inSlowLane) {
            inSlowLane = false;
            shared.slowLane().leave();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A client that has hung up needs no answer.
    private void answer(ChannelHandlerContext context, CompletableFuture<Reply> reply) {
        if (pending.isEmpty() && reply.isDone()) {
            context.write(response(context, reply.join()));
            closeIfDone(context);
            return;
        }
        pending.add(reply);
        reply.whenComplete((ready, never) -> context.executor().execute(() -> sendPending(context)));
    }

    /** Sends the answers that are there, up to the first that is not. */
    @SuppressWarnings("FutureReturnValueIgnored") // A client that has hung up needs no answer.
    private void sendPending(ChannelHandlerContext context) {
        boolean sent = false;
        for (CompletableFuture<Reply> next = pending.peek(); next != null && next.isDone(); next = pending.peek()) {
            pending.remove();
            context.write(response(context, next.join()));
            sent = true;
        }
        if (!sent) {
            return;
        }
        // At once, for what waits may be passed on, and be answered when it is.
        context.flush();
        if (!closeIfDone(context)) {
            handleWaiting(context);
            sendAndReadOn(context);
        }
    }

    private boolean closeIfDone(ChannelHandlerContext context) {
        if (!closingAfterPending || !pending.isEmpty()) {
            return false;
        }
        context.flush();
        lingering.close(context, context.newPromise());
        return true;
    }

    private static FullHttpResponse response(ChannelHandlerContext context, Reply reply) {
        ByteBuf body = ByteBufUtil.writeUtf8(context.alloc(), reply.body());
        reply.headers().set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.readableBytes()));
        return new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, reply.status(), body, reply.headers(), EmptyHttpHeaders.INSTANCE);
    }

    /** Not before pending answers are sent, as when the service ends. */
    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        if (pending.isEmpty() || !context.channel().isActive()) {
            lingering.close(context, promise);
            return;
        }
        closing = true;
        closingAfterPending = true;
        context.channel().closeFuture().addListener(closed -> promise.trySuccess());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        sendAndReadOn(context);
        context.fireChannelReadComplete();
    }

    /** Sends all answers together, and reads on, for nobody behind has seen that there was a request. */
    private void sendAndReadOn(ChannelHandlerContext context) {
        if (!passedOn || lingering.isLingering()) {
            context.flush();
            read(context);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            handleWaiting(context);
            sendAndReadOn(context);
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
    @SuppressWarnings("FutureReturnValueIgnored") // The promise is the writer's.
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof HttpResponse response) {
            SecurityHeaders.complete(response.headers());
        }
        context.write(message, promise);
        if (endsAnAnswer(message)) {
            passedOn = false;
            leaveSlowLane();
            // Later, when the writer is done with it.
            context.executor().execute(() -> {
                handleWaiting(context);
                sendAndReadOn(context);
            });
        }
    }

    /** Whether a message is the last of an answer; 100 (Continue) and the like are none yet. */
    static boolean endsAnAnswer(Object message) {
        boolean isInformational = message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        return message instanceof LastHttpContent && !isInformational;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        leaveSlowLane();
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
        pending.clear();
    }
}
