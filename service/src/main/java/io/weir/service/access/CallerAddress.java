package io.weir.service.access;

import io.netty.handler.codec.http.HttpHeaders;
import io.weir.classify.ForwardingHeader;
import io.weir.classify.IpAddress;
import io.weir.classify.TrustedProxies;
import io.weir.classify.spi.BypassAttempt;
import io.weir.metrics.BypassAttempts;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The key of a caller that names none: the address, read from behind trusted proxies; IPv6 addresses count by their /64. */
public record CallerAddress(TrustedProxies proxies, BypassAttempts bypassAttempts) {

    /** The key shared by all callers whose address is unknown. */
    private static final String UNKNOWN = "unknown";

    private static final int IPV6_PREFIX = 64;

    public String key(@Nullable InetSocketAddress peer, HttpHeaders headers) {
        if (peer == null || peer.getAddress() == null) {
            return UNKNOWN;
        }
        List<String> forwarded = headers.getAll(ForwardingHeader.X_FORWARDED_FOR.name());
        List<String> lines = forwarded.isEmpty() ? headers.getAll("X-Real-IP") : forwarded;
        IpAddress sender = IpAddress.of(peer.getAddress());
        if (!lines.isEmpty() && !proxies.trusts(sender)) {
            bypassAttempts.count(BypassAttempt.UNTRUSTED_FORWARDING_HEADER);
        }
        return proxies.caller(sender, ForwardingHeader.X_FORWARDED_FOR, lines).subject(IPV6_PREFIX);
    }
}
