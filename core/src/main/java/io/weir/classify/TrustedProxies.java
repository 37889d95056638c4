package io.weir.classify;

import java.util.List;
import java.util.Optional;

/**
 * The proxies whose forwarding headers are trusted. A header is read from its right end, which the nearest proxy wrote.
 * Entries of trusted proxies are skipped, and the first other address is the caller. The header is ignored if the peer
 * is not trusted.
 */
public record TrustedProxies(List<Cidr> networks) {

    /** Trusts no proxy, so the peer is always the caller. */
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    private static final int MOST_HOPS = 32;

    public TrustedProxies {
        networks = List.copyOf(networks);
    }

    public boolean trusts(IpAddress address) {
        for (Cidr network : networks) {
            if (network.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the caller's address.
     *
     * @param header the header that the proxies write; all other headers are ignored
     * @param lines all lines of this header, in their order
     */
    public IpAddress caller(IpAddress peer, ForwardingHeader header, List<String> lines) {
        if (!trusts(peer) || lines.isEmpty()) {
            return peer;
        }
        List<String> hops = header.hops(lines);
        IpAddress caller = peer;
        for (int i = hops.size() - 1; i >= 0; i--) {
            Optional<IpAddress> hop = IpAddress.parse(hops.get(i));
            if (hops.size() - i > MOST_HOPS || hop.isEmpty()) {
                return hops.size() - i > MOST_HOPS ? peer : caller;
            }
            caller = hop.get();
            if (!trusts(caller)) {
                return caller;
            }
        }
        return caller;
    }
}
