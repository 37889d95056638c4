package io.weir.service;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * Answers plain checks and evaluations between Netty's HTTP codec and Reactor Netty, which would take longer than the check
 * itself.
 *
 * <p>Only requests that ask for nothing special: everything else goes the ordinary way, a check by {@link RateLimitRoutes} to the
 * same endpoint. What a client sends before that is answered waits here for its turn. Answers that come late, as a shared store's
 * do, are sent in the order of their requests, of which several may be under way.
 */
final class FastLane extends ChannelDuplexHandler {

    private static final List<AsciiString> SPECIAL = List.of(
            HttpHeaderNames.CONNECTION,
            HttpHeaderNames.TRANSFER_ENCODING,
            HttpHeaderNames.EXPECT,
            HttpHeaderNames.UPGRADE);

    /** How many requests of one connection may be under way; more wait. */
    private static final int MOST_LATE = 128;

    private final List<Endpoint> endpoints;

    /** Whether a request went the ordinary way and is not answered yet. */
    private boolean elsewhere;

    /** What came in after it. */
    private final Queue<Object> waiting = new ArrayDeque<>();

    /** The answers that are not there yet, and those behind them. While there is one, nothing goes elsewhere. */
    private final Queue<CompletableFuture<Reply>> late = new ArrayDeque<>();

    /** Whether the connection closes after an answer that is given elsewhere. */
    private boolean closing;

    /** Whether the connection is to be closed as soon as late answers are sent. */
    private boolean closingAfterLate;

    /** Whether the end of a request that is answered already is still to come. */
    private boolean skipping;

    /** The request whose body is coming in. */
    private @Nullable Arriving arriving;

    private record Arriving(Endpoint endpoint, Incoming head, ByteArrayOutputStream body) {}

    FastLane(List<Endpoint> endpoints) {
        this.endpoints = endpoints;
    }

    /** The server with a fast lane on every connection. */
    static HttpServer in(HttpServer server, List<Endpoint> endpoints) {
        return server.doOnChannelInit((observer, channel, remote) -> channel.pipeline()
                .addBefore(NettyPipeline.HttpTrafficHandler, "weir.fastLane", new FastLane(endpoints)));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
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
        return elsewhere
                || !context.channel().isWritable()
                || late.size() >= MOST_LATE
                || (!late.isEmpty() && endpoint(request) == null);
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

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        Endpoint endpoint = endpoint(request);
        if (endpoint == null) {
            elsewhere = true;
            closing |= request.decoderResult().isFailure() || !HttpUtil.isKeepAlive(request);
            context.fireChannelRead(request);
            return;
        }
        InetSocketAddress peer =
                context.channel().remoteAddress() instanceof InetSocketAddress address ? address : null;
        Incoming head = new Incoming(request.method(), request.uri(), request.headers(), peer);
        if (endpoint.readsABody()) {
            arriving = new Arriving(endpoint, head, new ByteArrayOutputStream());
        } else {
            skipping = true;
            answer(context, endpoint.reply(head));
        }
    }

    /** Who answers that request here, if anybody does. */
    private @Nullable Endpoint endpoint(HttpRequest request) {
        if (closing
                || request.decoderResult().isFailure()
                || !request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            return null;
        }
        for (Endpoint endpoint : endpoints) {
            if (Incoming.isFor(endpoint.path(), request.uri())) {
                boolean plain = request.method().equals(endpoint.method())
                        && !asksForSomethingSpecial(request.headers())
                        && hasPlainBody(endpoint, request.headers());
                return plain ? endpoint : null;
            }
        }
        return null;
    }

    private static boolean asksForSomethingSpecial(HttpHeaders headers) {
        for (AsciiString name : SPECIAL) {
            if (headers.contains(name)) {
                return true;
            }
        }
        return false;
    }

    /** One of a length that is said and not too much, where one is read; elsewhere none. */
    private static boolean hasPlainBody(Endpoint endpoint, HttpHeaders headers) {
        String length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
        return endpoint.readsABody()
                ? length != null && Long.parseLong(length) <= endpoint.mostBodyBytes()
                : length == null;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // There is nobody left to tell.
    private void collect(ChannelHandlerContext context, Arriving request, Object message) {
        if (message instanceof HttpContent content && content.decoderResult().isSuccess()) {
            request.body().writeBytes(ByteBufUtil.getBytes(content.content()));
            if (content instanceof LastHttpContent) {
                arriving = null;
                Body body = new Body(request.body().toByteArray());
                answer(context, request.endpoint().reply(request.head().withBody(body)));
            }
        } else {
            context.close();
        }
        ReferenceCountUtil.release(message);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Whoever has hung up needs no answer.
    private void answer(ChannelHandlerContext context, CompletableFuture<Reply> reply) {
        if (late.isEmpty() && reply.isDone()) {
            context.write(response(context, reply.join()));
            return;
        }
        late.add(reply);
        reply.whenComplete((ready, never) -> context.executor().execute(() -> sendLate(context)));
    }

    /** What was late is there, or the one before it. */
    @SuppressWarnings("FutureReturnValueIgnored") // Whoever has hung up needs no answer.
    private void sendLate(ChannelHandlerContext context) {
        boolean sent = false;
        for (CompletableFuture<Reply> next = late.peek(); next != null && next.isDone(); next = late.peek()) {
            late.remove();
            context.write(response(context, next.join()));
            sent = true;
        }
        if (!sent) {
            return;
        }
        // At once, for what waits may go elsewhere, and be answered when it is.
        context.flush();
        if (late.isEmpty() && closingAfterLate) {
            context.close();
        } else {
            handleWaiting(context);
            sendAndReadOn(context);
        }
    }

    private static FullHttpResponse response(ChannelHandlerContext context, Reply reply) {
        ByteBuf body = ByteBufUtil.writeUtf8(context.alloc(), reply.body());
        reply.headers().set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.readableBytes()));
        return new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, reply.status(), body, reply.headers(), EmptyHttpHeaders.INSTANCE);
    }

    /** Not before late answers are sent, as when the service ends. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise is the caller's.
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        if (late.isEmpty() || !context.channel().isActive()) {
            context.close(promise);
            return;
        }
        closing = true;
        closingAfterLate = true;
        context.channel().closeFuture().addListener(closed -> promise.trySuccess());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        sendAndReadOn(context);
        context.fireChannelReadComplete();
    }

    /** Sends all answers together, and reads on, for nobody behind has seen that there was a request. */
    private void sendAndReadOn(ChannelHandlerContext context) {
        if (!elsewhere) {
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
        if (waiting.isEmpty()) {
            context.read();
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise is the writer's.
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        context.write(message, promise);
        if (endsAnAnswer(message)) {
            elsewhere = false;
            // Later, when whoever wrote this is done with it.
            context.executor().execute(() -> {
                handleWaiting(context);
                sendAndReadOn(context);
            });
        }
    }

    /** Whether that is the last of an answer; 100 (Continue) and the like are none yet. */
    static boolean endsAnAnswer(Object message) {
        boolean isInformational = message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        return message instanceof LastHttpContent && !isInformational;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
        late.clear();
    }
}
