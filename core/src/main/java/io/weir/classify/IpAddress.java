package io.weir.classify;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * An IPv4 or IPv6 address as a number. It is parsed from literals only, so no name is ever looked up. An IPv4-mapped
 * address such as {@code ::ffff:1.2.3.4} becomes the IPv4 address.
 *
 * @param bits 32 or 128
 * @param high the first 64 of 128 bits, 0 for IPv4
 * @param low the last 64 of 128 bits, or all 32
 */
public record IpAddress(int bits, long high, long low) {

    private static final int GROUPS = 8;
    private static final long MAPPED = 0xFFFFL << 32;

    /**
     * The prefix {@code 64:ff9b:1::/48} (RFC 8215). Each address is one IPv4 host, but the operator chooses where the
     * IPv4 bits are.
     */
    private static final long LOCAL_NAT64 = 0x0064_FF9B_0001L;

    public static IpAddress of(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.remaining() == 4
                ? new IpAddress(32, 0, Integer.toUnsignedLong(bytes.getInt()))
                : unmapped(bytes.getLong(), bytes.getLong());
    }

    /**
     * Reads {@code 1.2.3.4} or {@code 2001:db8::1}; returns empty for anything else, such as {@code 127.1} or
     * {@code fe80::1%eth0}.
     */
    public static Optional<IpAddress> parse(String text) {
        long value = text.indexOf(':') < 0 ? ipv4(text) : -1;
        if (value >= 0) {
            return Optional.of(new IpAddress(32, 0, value));
        }
        return text.indexOf(':') < 0 ? Optional.empty() : ipv6(text);
    }

    private static IpAddress unmapped(long high, long low) {
        boolean mapped = high == 0 && (low & ~0xFFFFFFFFL) == MAPPED;
        return mapped ? new IpAddress(32, 0, low & 0xFFFFFFFFL) : new IpAddress(128, high, low);
    }

    /**
     * Reads four decimal numbers without leading zeros, which some systems read as octal; returns -1 for anything else.
     */
    private static long ipv4(String text) {
        long value = 0;
        int from = 0;
        for (int part = 0; part < 4; part++) {
            int dot = text.indexOf('.', from);
            int to = part == 3 ? text.length() : dot;
            int number = to < 0 ? -1 : number(text, from, to, 10, 3);
            if (number < 0 || number > 255 || (to - from > 1 && text.charAt(from) == '0')) {
                return -1;
            }
            value = value << 8 | number;
            from = to + 1;
        }
        return value;
    }

    private static Optional<IpAddress> ipv6(String text) {
        int gap = text.indexOf("::");
        if (gap != text.lastIndexOf("::")) {
            return Optional.empty();
        }
        int[] front = groups(gap < 0 ? text : text.substring(0, gap), gap < 0);
        int[] back = gap < 0 ? new int[0] : groups(text.substring(gap + 2), true);
        int given = front.length + back.length;
        boolean complete = gap < 0 ? given == GROUPS : given < GROUPS;
        if (!complete || hasWrong(front) || hasWrong(back)) {
            return Optional.empty();
        }
        int[] all = new int[GROUPS];
        System.arraycopy(front, 0, all, 0, front.length);
        System.arraycopy(back, 0, all, GROUPS - back.length, back.length);
        return Optional.of(unmapped(joined(all, 0), joined(all, 4)));
    }

    /**
     * Returns the groups of 16 bits; an invalid group is -1. An IPv4 part at the end of the whole address counts as two
     * groups.
     */
    private static int[] groups(String text, boolean atEnd) {
        if (text.isEmpty()) {
            return new int[0];
        }
        String[] parts = text.split(":", -1);
        String last = parts[parts.length - 1];
        boolean endsInIpv4 = atEnd && last.indexOf('.') >= 0;
        int[] groups = new int[parts.length + (endsInIpv4 ? 1 : 0)];
        for (int i = 0; i < parts.length; i++) {
            groups[i] = number(parts[i], 0, parts[i].length(), 16, 4);
        }
        if (endsInIpv4) {
            long value = ipv4(last);
            groups[parts.length - 1] = value < 0 ? -1 : (int) (value >> 16);
            groups[parts.length] = value < 0 ? -1 : (int) (value & 0xFFFF);
        }
        return groups;
    }

    private static boolean hasWrong(int[] groups) {
        for (int group : groups) {
            if (group < 0) {
                return true;
            }
        }
        return false;
    }

    private static long joined(int[] groups, int from) {
        long value = 0;
        for (int i = from; i < from + 4; i++) {
            value = value << 16 | groups[i];
        }
        return value;
    }

    /** Reads an ASCII number of at most {@code mostDigits} from a part of the text; returns -1 for anything else. */
    private static int number(String text, int from, int to, int radix, int mostDigits) {
        if (from == to || to - from > mostDigits) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) < 0x80 ? Character.digit(text.charAt(i), radix) : -1;
            if (digit < 0) {
                return -1;
            }
            value = value * radix + digit;
        }
        return value;
    }

    /** Returns the first address of the network with this number of leading bits. */
    public IpAddress network(int prefix) {
        if (bits == 32) {
            return new IpAddress(32, 0, prefix == 0 ? 0 : low & -1L << (32 - prefix));
        }
        long highMask = prefix >= 64 ? -1L : prefix == 0 ? 0 : -1L << (64 - prefix);
        long lowMask = prefix <= 64 ? 0 : -1L << (128 - prefix);
        return new IpAddress(128, high & highMask, low & lowMask);
    }

    /**
     * Returns the text by which requests from this address are counted. It is the IPv4 address, even if it is
     * {@linkplain EmbeddedIpv4 embedded} in an IPv6 address, and otherwise the IPv6 network with {@code ipv6Prefix}
     * bits. Where the addresses of one network belong to different hosts, the text is the whole address.
     */
    public String subject(int ipv6Prefix) {
        if (bits == 32) {
            return toString();
        }
        IpAddress embedded = EmbeddedIpv4.of(this);
        if (embedded != null) {
            return embedded.toString();
        }
        int prefix = isLoopbackOrUnspecified() || high >>> 16 == LOCAL_NAT64 ? bits : ipv6Prefix;
        return network(prefix) + "/" + prefix;
    }

    /**
     * Returns the network by which requests from this address are counted together with those of its neighbours. An
     * IPv4 address that is embedded in an IPv6 address counts as IPv4.
     */
    public String network(int ipv4Prefix, int ipv6Prefix) {
        IpAddress embedded = bits == 32 ? this : EmbeddedIpv4.of(this);
        return embedded == null
                ? network(ipv6Prefix) + "/" + ipv6Prefix
                : embedded.network(ipv4Prefix) + "/" + ipv4Prefix;
    }

    /** Returns whether this is an address of the machine itself: {@code 127.0.0.0/8} or {@code ::1}. */
    public boolean isLoopback() {
        return bits == 32 ? low >>> 24 == 127 : high == 0 && low == 1;
    }

    private boolean isLoopbackOrUnspecified() {
        return high == 0 && (low == 0 || low == 1);
    }

    /** Returns the address as a literal. */
    @Override
    public String toString() {
        if (bits == 32) {
            return (low >> 24) + "." + (low >> 16 & 0xFF) + "." + (low >> 8 & 0xFF) + "." + (low & 0xFF);
        }
        byte[] bytes =
                ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array();
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException wrongLength) {
            throw new AssertionError(wrongLength);
        }
    }
}
