package io.weir.service;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * Answers plain checks between Netty's HTTP codec and Reactor Netty, which would take longer than the check itself.
 *
 * <p>Only for stores that answer at once, and only for requests that ask for nothing special: everything else goes the
 * ordinary way, a check by {@link RateLimitRoutes} to the same endpoint. What a client sends before that is answered waits
 * here for its turn.
 */
final class FastLane extends ChannelDuplexHandler {

    private static final List<AsciiString> SPECIAL = List.of(
            HttpHeaderNames.CONNECTION,
            HttpHeaderNames.CONTENT_LENGTH,
            HttpHeaderNames.TRANSFER_ENCODING,
            HttpHeaderNames.EXPECT,
            HttpHeaderNames.UPGRADE);

    private final Endpoint check;

    /** Whether a request went the ordinary way and is not answered yet. */
    private boolean elsewhere;

    /** What came in after it. */
    private final Queue<Object> waiting = new ArrayDeque<>();

    /** Whether the connection closes after an answer that is given elsewhere. */
    private boolean closing;

    /** Whether the end of a request that is answered already is still to come. */
    private boolean skipping;

    FastLane(Endpoint check) {
        this.check = check;
    }

    /** The server with a fast lane on every connection. */
    static HttpServer in(HttpServer server, Endpoint check) {
        return server.doOnChannelInit((observer, channel, remote) ->
                channel.pipeline().addBefore(NettyPipeline.HttpTrafficHandler, "weir.fastLane", new FastLane(check)));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        waiting.add(message);
        handleWaiting(context);
    }

    private void handleWaiting(ChannelHandlerContext context) {
        while (!waiting.isEmpty() && !(mustWait(context) && waiting.peek() instanceof HttpRequest)) {
            handle(context, waiting.remove());
        }
    }

    /** For an earlier answer, or for a client that takes none, whose answers would fill the memory. */
    private boolean mustWait(ChannelHandlerContext context) {
        return elsewhere || !context.channel().isWritable();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Whoever has hung up needs no answer.
    private void handle(ChannelHandlerContext context, Object message) {
        if (skipping) {
            skipping = !(message instanceof LastHttpContent);
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpRequest request && isPlainCheck(request)) {
            skipping = true;
            context.write(answer(context, request));
        } else {
            if (message instanceof HttpRequest request) {
                elsewhere = true;
                closing |= request.decoderResult().isFailure() || !HttpUtil.isKeepAlive(request);
            }
            context.fireChannelRead(message);
        }
    }

    private boolean isPlainCheck(HttpRequest request) {
        return !closing
                && request.decoderResult().isSuccess()
                && request.method().equals(HttpMethod.GET)
                && request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && Incoming.isFor(check.path(), request.uri())
                && !asksForSomethingSpecial(request.headers());
    }

    private static boolean asksForSomethingSpecial(HttpHeaders headers) {
        for (AsciiString name : SPECIAL) {
            if (headers.contains(name)) {
                return true;
            }
        }
        return false;
    }

    private FullHttpResponse answer(ChannelHandlerContext context, HttpRequest request) {
        InetSocketAddress peer =
                context.channel().remoteAddress() instanceof InetSocketAddress address ? address : null;
        Reply reply = check.reply(new Incoming(request.method(), request.uri(), request.headers(), peer))
                .join();
        ByteBuf body = ByteBufUtil.writeUtf8(context.alloc(), reply.body());
        reply.headers().set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.readableBytes()));
        return new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, reply.status(), body, reply.headers(), EmptyHttpHeaders.INSTANCE);
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
    }
}
