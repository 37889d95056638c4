package io.weir.service.http.connection;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.weir.service.http.HostHeader;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what Netty's decoder lets pass though RFC 9112 forbids it, because a proxy in front may read it otherwise than we
 * do: versions that we do not speak, no host or several, a body of which nobody can tell where it ends. What is marked here
 * is a 400 like all else that cannot be decoded, and closes the connection.
 */
@Sharable
final class StrictHttp extends ChannelInboundHandlerAdapter {

    private static final String ABSOLUTE = "http://";

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request && request.decoderResult().isSuccess()) {
            String fault = fault(request);
            if (fault != null) {
                request.setDecoderResult(DecoderResult.failure(new DecoderException(fault)));
                // Reactor Netty would log the target of an HTTP/2.0 request, key and all.
                request.setProtocolVersion(HttpVersion.HTTP_1_1);
            }
        }
        context.fireChannelRead(message);
    }

    private static @Nullable String fault(HttpRequest request) {
        if (request.uri().regionMatches(true, 0, ABSOLUTE, 0, ABSOLUTE.length())) {
            readAbsoluteTarget(request);
        }
        HttpVersion version = request.protocolVersion();
        HttpHeaders headers = request.headers();
        boolean isCurrent = version.equals(HttpVersion.HTTP_1_1);
        if (!isCurrent && !version.equals(HttpVersion.HTTP_1_0)) {
            return "the version must be HTTP/1.1 or HTTP/1.0";
        }
        Iterator<? extends CharSequence> hosts = headers.valueCharSequenceIterator(HttpHeaderNames.HOST);
        if (hosts.hasNext()) {
            if (!HostHeader.isValid(hosts.next().toString())) {
                return "Host must be a name or an address, and perhaps a port";
            }
            if (hosts.hasNext()) {
                return "Host must be given once";
            }
        } else if (isCurrent) {
            return "Host must be given";
        }
        return endsSomewhere(isCurrent, headers) ? null : "Transfer-Encoding must be chunked, and given once";
    }

    /** A target such as {@code http://host/path} stands for its path, and its host for the Host header (RFC 9112, 3.2.2). */
    private static void readAbsoluteTarget(HttpRequest request) {
        String target = request.uri();
        int authority = ABSOLUTE.length();
        int path = authority;
        while (path < target.length() && "/?#".indexOf(target.charAt(path)) < 0) {
            path++;
        }
        String rest = target.substring(path);
        request.setUri(rest.startsWith("/") ? rest : "/" + rest);
        if (request.headers().getAll(HttpHeaderNames.HOST).size() == 1) {
            request.headers().set(HttpHeaderNames.HOST, target.substring(authority, path));
        }
    }

    private static boolean endsSomewhere(boolean isCurrent, HttpHeaders headers) {
        Iterator<? extends CharSequence> codings = headers.valueCharSequenceIterator(HttpHeaderNames.TRANSFER_ENCODING);
        return !codings.hasNext()
                || (isCurrent
                        && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.next())
                        && !codings.hasNext());
    }
}
