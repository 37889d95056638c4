package io.weir.classify;

import org.jspecify.annotations.Nullable;

/**
 * Finds the IPv4 address in an IPv6 address that a translator or a tunnel made of it. One owner of an IPv4 address has many
 * such IPv6 addresses, and some of their networks of 64 bits belong to everybody:
 *
 * <pre>
 * 2002:V4::/48        6to4 (RFC 3056)                 65,536 networks of 64 bits for each IPv4 address
 * 2001:0::/32         Teredo (RFC 4380)               one network for each server; the client's address is inverted
 * 64:ff9b::V4         NAT64 (RFC 6052)                one network for all
 * ::ffff:0:V4         translated (RFC 2765)           one network for all
 * ::V4                compatible (RFC 4291 2.5.5.1)   one network for all
 * </pre>
 *
 * <p>The result is only for counting. It grants no trust: a sender can forge these addresses more easily than IPv4 ones.
 */
final class EmbeddedIpv4 {

    private static final long IPV4 = 0xFFFF_FFFFL;
    private static final long SIX_TO_FOUR = 0x2002;
    private static final long TEREDO = 0x2001_0000L;
    private static final long NAT64 = 0x0064_FF9B_0000_0000L;
    private static final long TRANSLATED = 0xFFFF_0000L;

    private EmbeddedIpv4() {}

    /**
     * Returns the embedded address, or null if there is none. Of {@code ::/96}, the addresses {@code ::} and
     * {@code ::1} embed none.
     */
    static @Nullable IpAddress of(IpAddress address) {
        long high = address.high();
        long low = address.low();
        if (high >>> 48 == SIX_TO_FOUR) {
            return ipv4(high >>> 16);
        }
        if (high >>> 32 == TEREDO) {
            return ipv4(~low);
        }
        boolean first32AreZero = low >>> 32 == 0;
        boolean nat64 = high == NAT64 && first32AreZero;
        boolean compatible = high == 0 && first32AreZero && low > 1;
        boolean translated = high == 0 && low >>> 32 == TRANSLATED;
        return nat64 || compatible || translated ? ipv4(low) : null;
    }

    private static IpAddress ipv4(long bits) {
        return new IpAddress(32, 0, bits & IPV4);
    }
}
