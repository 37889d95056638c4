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
 * Rejects requests that Netty's decoder accepts although RFC 9112 forbids them, because a proxy in front may read them
 * differently: unknown versions, no Host header or several, a body without a clear end. Requests marked here are answered with
 * 400, like requests that cannot be decoded, and close the connection.
 */
@Sharable
final class StrictHttp extends ChannelInboundHandlerAdapter {

    private static final String ABSOLUTE = "http://";

    /** The last valid Host header. Most clients send the same one, which need not be read each time. */
    private volatile @Nullable String lastValidHost;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request && request.decoderResult().isSuccess()) {
            String fault = fault(request);
            if (fault != null) {
                request.setDecoderResult(DecoderResult.failure(new DecoderException(fault)));
                // Reactor Netty would log the target of an HTTP/2.0 request, including the key.
                request.setProtocolVersion(HttpVersion.HTTP_1_1);
            }
        }
        context.fireChannelRead(message);
    }

    private @Nullable String fault(HttpRequest request) {
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
            if (!isValid(hosts.next().toString())) {
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

    private boolean isValid(String host) {
        if (host.equals(lastValidHost)) {
            return true;
        }
        boolean isValid = HostHeader.isValid(host);
        if (isValid) {
            lastValidHost = host;
        }
        return isValid;
    }

    /** Replaces a target such as {@code http://host/path} by its path, and the Host header by its host (RFC 9112, 3.2.2). */
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
        if (!headers.contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return true;
        }
        Iterator<? extends CharSequence> codings = headers.valueCharSequenceIterator(HttpHeaderNames.TRANSFER_ENCODING);
        return isCurrent && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.next()) && !codings.hasNext();
    }
}
