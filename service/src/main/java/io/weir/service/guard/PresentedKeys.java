package io.weir.service.guard;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.classify.IpAddress;
import io.weir.guard.key.KeyFormat;
import io.weir.guard.key.verify.KeyCheck;
import io.weir.guard.key.verify.KeyVerification;
import io.weir.service.http.Incoming;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Verifies the API keys that callers of the service itself send in the Authorization header, once for each request. */
public record PresentedKeys(ServiceGuard guard) implements UnaryOperator<Incoming> {

    private static final String BEARER = "Bearer ";

    /** The same request with what was found about its key; a request without a key is returned as it is. */
    @Override
    public Incoming apply(Incoming head) {
        String authorization = head.headers().get(HttpHeaderNames.AUTHORIZATION);
        return verify(authorization, head.peer()).map(head::withKey).orElse(head);
    }

    /** Whether the header holds a key that has the scope, or the scope of administrators. */
    public boolean mayCall(String scope, @Nullable String authorization, @Nullable SocketAddress peer) {
        return verify(authorization, peer)
                .filter(found -> Incoming.hasScope(found, scope))
                .isPresent();
    }

    private Optional<KeyVerification> verify(@Nullable String authorization, @Nullable SocketAddress peer) {
        if (authorization == null || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return Optional.empty();
        }
        String presented = authorization.substring(BEARER.length());
        Optional<OpenGuard> opened = guard.opened();
        if (opened.isEmpty() || !KeyFormat.WEIR.claims(presented)) {
            return Optional.empty();
        }
        KeyCheck check = KeyCheck.of(presented);
        InetAddress address = peer instanceof InetSocketAddress known ? known.getAddress() : null;
        return Optional.of(
                opened.get().registry().verify(address == null ? check : check.withFrom(IpAddress.of(address))));
    }
}
