package io.weir.policy.rule;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A property by which requests are told apart.
 *
 * @param name the name of the header in lower case, of the claim or of the fact; for an address, the IPv6 prefix if it
 *     differs from that of the policy; for a network, both prefixes, such as {@code 24/48}; {@code plain} for
 *     {@link CountBy#PLAIN_KEY}; empty for other kinds
 */
public record Dimension(Kind kind, String name) {

    /** The property of the request. */
    public enum Kind {
        /** No property: all requests are counted together. */
        GLOBAL("global"),

        /** The address, or the network of an IPv6 address. */
        IP("ip"),
        USER("user"),
        API_KEY("apikey"),
        TENANT("tenant"),

        /** The user; without a user the API key; without both the address. */
        CALLER("caller"),

        /** The key that the caller names in its check. */
        KEY("key"),
        HEADER("header"),
        CLAIM("claim"),

        /** A {@linkplain Request#facts fact} that a classifier has found. */
        FACT("fact"),

        /** The network of the address, with prefixes of its own for IPv4 and IPv6. */
        NETWORK("network"),

        /** The path of the request. Only for {@link Rule#distinct}, because clients choose paths freely. */
        PATH("path");

        private final String type;

        Kind(String type) {
            this.type = type;
        }
    }

    public static final Dimension PLAIN_KEY = new Dimension(Kind.KEY, "plain");

    /** The facts that are words of their own in policies, and the types of their subjects. */
    public static final List<String> FACT_WORDS = List.of("account", "device", "source", "fingerprint");

    private static final Set<Kind> OWN = Set.of(Kind.IP, Kind.USER, Kind.API_KEY, Kind.TENANT, Kind.CALLER, Kind.CLAIM);

    /** Others, such as the account that somebody tries to log in to, are not the client's own. */
    private static final Set<String> OWN_FACTS = Set.of("device", "source");

    private static final Pattern FACT = Pattern.compile("[a-z][a-z0-9-]{0,39}");
    private static final Pattern NETWORK =
            Pattern.compile("([89]|[12][0-9]|3[0-2])/(1[6-9]|[2-9][0-9]|1[01][0-9]|12[0-8])");
    private static final Pattern IPV6_PREFIX = Pattern.compile("(1[6-9]|[2-9][0-9]|1[01][0-9]|12[0-8])?");

    public Dimension {
        if (kind == Kind.IP && !IPV6_PREFIX.matcher(name).matches()) {
            throw new IllegalArgumentException("an IPv6 prefix must be from 16 to 128 bits, but was " + name);
        }
        if (kind == Kind.NETWORK && !NETWORK.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a network has an IPv4 prefix from 8 to 32 bits and an IPv6 prefix from 16"
                            + " to 128, such as 24/48, but was " + name);
        }
        if (kind == Kind.FACT) {
            requireFact(name);
        }
    }

    /** Rejects a text that is no name of a fact. */
    static void requireFact(String name) {
        if (!FACT.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "a fact has a name of up to 40 lower-case letters, digits and -, such as device, but this is \""
                            + name + "\"");
        }
    }

    /** Returns a dimension of a fact. Rules that count by a fact do not apply to requests without it. */
    public static Dimension fact(String name) {
        return new Dimension(Kind.FACT, name);
    }

    /** Returns a dimension of networks, usually of one provider or office. */
    public static Dimension network(int ipv4Prefix, int ipv6Prefix) {
        return new Dimension(Kind.NETWORK, ipv4Prefix + "/" + ipv6Prefix);
    }

    /**
     * Returns a dimension of addresses with this IPv6 prefix, usually a larger network than the policy's, for a higher
     * limit.
     */
    public static Dimension ip(int ipv6Prefix) {
        return new Dimension(Kind.IP, Integer.toString(ipv6Prefix));
    }

    public static Dimension of(Kind kind) {
        return new Dimension(kind, "");
    }

    /** Returns the type of its subjects. Subjects of {@link Kind#CALLER} have the type of the property that is used. */
    public String type() {
        if (isFactWord()) {
            return name;
        }
        return name.isEmpty() || kind == Kind.KEY ? kind.type : kind.type + "-" + name;
    }

    /** Returns the text in policies, such as {@code api-key} or {@code {header: x-device}}. */
    public String written() {
        if (isFactWord()) {
            return name;
        }
        String word = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return name.isEmpty() ? word : "{" + word + ": " + name + "}";
    }

    boolean isOwn() {
        return OWN.contains(kind) || (kind == Kind.FACT && OWN_FACTS.contains(name));
    }

    private boolean isFactWord() {
        return kind == Kind.FACT && FACT_WORDS.contains(name);
    }

    List<String> types() {
        return kind == Kind.CALLER ? List.of(Kind.USER.type, Kind.API_KEY.type, Kind.IP.type) : List.of(type());
    }
}
