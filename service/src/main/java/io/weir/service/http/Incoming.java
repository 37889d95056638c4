package io.weir.service.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.weir.guard.key.Scopes;
import io.weir.guard.key.verify.KeyVerification;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A request before anything in it is decoded or trusted.
 *
 * @param key what was found about the API key in the Authorization header; null if there is none
 */
public record Incoming(
        HttpMethod method,
        String target,
        HttpHeaders headers,
        @Nullable InetSocketAddress peer,
        Body body,
        @Nullable KeyVerification key) {

    /** A request without its body, which has not arrived or is not read. */
    public Incoming(HttpMethod method, String target, HttpHeaders headers, @Nullable InetSocketAddress peer) {
        this(method, target, headers, peer, Body.NONE, null);
    }

    public Incoming withBody(Body other) {
        return new Incoming(method, target, headers, peer, other, key);
    }

    public Incoming withKey(KeyVerification found) {
        return new Incoming(method, target, headers, peer, body, found);
    }

    @Nullable
    public String authorization() {
        return headers.get(HttpHeaderNames.AUTHORIZATION);
    }

    /** Whether the caller has a valid API key with the scope, or with the scope of administrators. */
    public boolean hasScope(String scope) {
        return key != null && hasScope(key, scope);
    }

    /** Whether a key was found valid and has the scope, or the scope of administrators. */
    public static boolean hasScope(KeyVerification found, String scope) {
        return found.key()
                .filter(valid -> valid.terms().scopes().contains(scope)
                        || valid.terms().scopes().contains(Scopes.ADMIN))
                .isPresent();
    }

    /** The raw target up to its query. */
    String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** Whether a raw target has exactly this path. */
    static boolean isFor(String path, String target) {
        return target.startsWith(path) && (target.length() == path.length() || target.charAt(path.length()) == '?');
    }
}
