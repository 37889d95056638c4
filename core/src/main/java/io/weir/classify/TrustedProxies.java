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
        return networks.stream().anyMatch(network -> network.contains(address));
    }

    /**
     * The caller's address.
     *
     * @param forwardedFor all lines of the forwarding header, in their order
     */
    public IpAddress caller(IpAddress peer, List<String> forwardedFor) {
        if (!trusts(peer) || forwardedFor.isEmpty()) {
            return peer;
        }
        String[] hops = String.join(",", forwardedFor).split(",", -1);
        IpAddress caller = peer;
        for (int i = hops.length - 1; i >= 0; i--) {
            Optional<IpAddress> hop = IpAddress.parse(hops[i].strip());
            if (hops.length - i > MOST_HOPS || hop.isEmpty()) {
                return hops.length - i > MOST_HOPS ? peer : caller;
            }
            caller = hop.get();
            if (!trusts(caller)) {
                return caller;
            }
        }
        return caller;
    }
}
