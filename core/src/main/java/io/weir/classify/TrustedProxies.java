package io.weir.classify;

import java.util.List;
import java.util.Optional;

/**
 * The proxies whose word on the caller's address is taken. A header is believed only as far as it was written by them: it is
 * walked from its right end, which the nearest proxy wrote, past addresses that are trusted; the first that is not is the
 * caller. From a peer that is not trusted it is not read at all.
 */
public record TrustedProxies(List<Cidr> networks) {

    /** Nobody is trusted: the peer is the caller. */
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
     * The caller's address.
     *
     * @param header the one in which the proxies write; any other is not looked at
     * @param lines all of that header, in their order
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
