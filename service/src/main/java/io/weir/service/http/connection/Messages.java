package io.weir.service.http.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.weir.http.internal.NumeralCache;
import io.weir.service.http.Incoming;
import io.weir.service.http.Reply;
import java.net.InetSocketAddress;

/** Converts between Netty's messages and our own. */
final class Messages {

    private Messages() {}

    static Incoming head(ChannelHandlerContext context, HttpRequest request) {
        InetSocketAddress peer =
                context.channel().remoteAddress() instanceof InetSocketAddress address ? address : null;
        return new Incoming(request.method(), request.uri(), request.headers(), peer);
    }

    static FullHttpResponse response(ChannelHandlerContext context, Reply reply) {
        ByteBuf body = reply.body().encode(context.alloc());
        reply.headers().set(HttpHeaderNames.CONTENT_LENGTH, NumeralCache.of(body.readableBytes()));
        return new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, reply.status(), body, reply.headers(), EmptyHttpHeaders.INSTANCE);
    }

    /**
     * Whether the connection closes after a rejection, which then says so: the client asked for it, or may never send the
     * announced body.
     */
    static boolean closesAfter(HttpRequest request, Reply refusal) {
        boolean closes = !HttpUtil.isKeepAlive(request) || request.headers().contains(HttpHeaderNames.EXPECT);
        if (closes) {
            announceClose(refusal);
        }
        return closes;
    }

    static void announceClose(Reply last) {
        last.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }

    /** Whether a message is the last of a response; interim responses such as 100 (Continue) are not. */
    static boolean endsAnAnswer(Object message) {
        boolean isInformational = message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        return message instanceof LastHttpContent && !isInformational;
    }
}
