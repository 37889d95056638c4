package io.weir.service.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A request before anything in it is decoded or trusted. */
public record Incoming(
        HttpMethod method,
        String target,
        HttpHeaders headers,
        @Nullable InetSocketAddress peer,
        Body body) {

    /** A request without its body, which has not arrived or is not read. */
    public Incoming(HttpMethod method, String target, HttpHeaders headers, @Nullable InetSocketAddress peer) {
        this(method, target, headers, peer, Body.NONE);
    }

    public Incoming withBody(Body other) {
        return new Incoming(method, target, headers, peer, other);
    }

    /** Whether a raw target has exactly this path. */
    static boolean isFor(String path, String target) {
        return target.startsWith(path) && (target.length() == path.length() || target.charAt(path.length()) == '?');
    }
}
