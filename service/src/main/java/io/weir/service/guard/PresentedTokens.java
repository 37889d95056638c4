package io.weir.service.guard;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.classify.IpAddress;
import io.weir.guard.audit.AuditEvent;
import io.weir.guard.audit.AuditKind;
import io.weir.guard.audit.AuditOutcome;
import io.weir.guard.key.KeyFormat;
import io.weir.guard.key.verify.KeyCheck;
import io.weir.guard.key.verify.KeyVerification;
import io.weir.service.http.CallerChecks;
import io.weir.service.http.Forbidden;
import io.weir.service.http.Incoming;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Verifies the API keys that callers of the service itself send in the Authorization header, once for each request. */
public record PresentedTokens(ServiceGuard guard) implements CallerChecks {

    private static final String BEARER = "Bearer ";
    private static final String UNKNOWN = "unknown";
    private static final List<String> FOR_ADMINISTRATORS = List.of(
            "/api/v1/policies", "/api/v1/subjects", "/api/v1/api-keys", "/api/v1/audit", "/api/v1/rate-limit/reset");

    /** The same request with what was found about its key; a request without a key is returned as it is. */
    @Override
    public Incoming identified(Incoming head) {
        String authorization = head.headers().get(HttpHeaderNames.AUTHORIZATION);
        return verify(authorization, head.peer()).map(head::withKey).orElse(head);
    }

    /** Records that somebody tried to administer the service with a wrong token or key. */
    @Override
    public void unauthorized(Incoming head) {
        String path = head.target().split("\\?", 2)[0];
        if (head.authorization() == null || FOR_ADMINISTRATORS.stream().noneMatch(path::startsWith)) {
            return;
        }
        String actor = head.key() == null ? UNKNOWN : head.key().id().orElse(UNKNOWN);
        guard.opened()
                .ifPresent(opened -> opened.trail()
                        .record(AuditEvent.of(Instant.now(), AuditKind.ADMIN_DENIED, actor, path)
                                .withDetail("method", head.method().name())
                                .withOutcome(AuditOutcome.DENIED)));
    }

    /**
     * Whether the header holds a key that has the scope, or the scope of administrators.
     *
     * @throws Forbidden if the key is valid but has neither
     */
    public boolean mayCall(String scope, @Nullable String authorization, @Nullable SocketAddress peer) {
        Optional<KeyVerification> valid = verify(authorization, peer).filter(KeyVerification::isValid);
        if (valid.isPresent() && !Incoming.hasScope(valid.get(), scope)) {
            throw Forbidden.withoutScope(scope);
        }
        return valid.isPresent();
    }

    private Optional<KeyVerification> verify(@Nullable String authorization, @Nullable SocketAddress peer) {
        if (authorization == null || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return Optional.empty();
        }
        String presented = authorization.substring(BEARER.length());
        Optional<OpenGuard> opened = guard.opened();
        if (opened.isEmpty() || !KeyFormat.looksIssued(presented)) {
            return Optional.empty();
        }
        KeyCheck check = KeyCheck.of(presented);
        InetAddress address = peer instanceof InetSocketAddress known ? known.getAddress() : null;
        return Optional.of(
                opened.get().registry().verify(address == null ? check : check.withFrom(IpAddress.of(address))));
    }
}
