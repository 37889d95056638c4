package io.weir.service.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A request as it came in: nothing in it is decoded or believed yet. */
public record Incoming(
        HttpMethod method,
        String target,
        HttpHeaders headers,
        @Nullable InetSocketAddress peer,
        Body body) {

    /** A request whose body has not come yet, or is not asked for. */
    public Incoming(HttpMethod method, String target, HttpHeaders headers, @Nullable InetSocketAddress peer) {
        this(method, target, headers, peer, Body.NONE);
    }

    public Incoming withBody(Body other) {
        return new Incoming(method, target, headers, peer, other);
    }

    /** Whether a raw target has that very path. */
    static boolean isFor(String path, String target) {
        return target.startsWith(path) && (target.length() == path.length() || target.charAt(path.length()) == '?');
    }
}
