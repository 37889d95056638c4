package io.weir.classify;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A network of all addresses that share their leading bits, such as {@code 10.0.0.0/8}. */
public record Cidr(IpAddress network, int prefix) {

    private static final Pattern FORM = Pattern.compile("(?<address>[^/]+)(?:/(?<prefix>[0-9]{1,3}))?");

    public Cidr {
        if (prefix < 0 || prefix > network.bits()) {
            throw new IllegalArgumentException(
                    "the bits of " + network + " are from 0 to " + network.bits() + ", but were " + prefix);
        }
        network = network.network(prefix);
    }

    /** Reads {@code 10.0.0.0/8}, {@code 2001:db8::/32} or a single address. */
    public static Cidr parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw wrong(text);
        }
        IpAddress address = IpAddress.parse(parts.group("address")).orElseThrow(() -> wrong(text));
        String prefix = parts.group("prefix");
        return new Cidr(address, prefix == null ? address.bits() : Integer.parseInt(prefix));
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "Cannot read the network \"" + text + "\": write 10.0.0.0/8, 2001:db8::/32 or one address");
    }

    public boolean contains(IpAddress address) {
        return address.bits() == network.bits() && address.network(prefix).equals(network);
    }

    @Override
    public String toString() {
        return network + "/" + prefix;
    }
}
