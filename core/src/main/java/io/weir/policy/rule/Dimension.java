package io.weir.policy.rule;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A property by which requests are told apart.
 *
 * @param name the name of the header in lower case, or of the claim; for an address, the IPv6 prefix if it differs from
 *     that of the policy; {@code plain} for {@link CountBy#PLAIN_KEY}; empty for other kinds
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
        CLAIM("claim");

        private final String type;

        Kind(String type) {
            this.type = type;
        }
    }

    public static final Dimension PLAIN_KEY = new Dimension(Kind.KEY, "plain");

    private static final Pattern IPV6_PREFIX = Pattern.compile("(1[6-9]|[2-9][0-9]|1[01][0-9]|12[0-8])?");

    public Dimension {
        if (kind == Kind.IP && !IPV6_PREFIX.matcher(name).matches()) {
            throw new IllegalArgumentException("an IPv6 prefix must be from 16 to 128 bits, but was " + name);
        }
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
        return name.isEmpty() || kind == Kind.KEY ? kind.type : kind.type + "-" + name;
    }

    /** Returns the text in policies, such as {@code api-key} or {@code {header: x-device}}. */
    public String written() {
        String word = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return name.isEmpty() ? word : "{" + word + ": " + name + "}";
    }

    List<String> types() {
        return kind == Kind.CALLER ? List.of(Kind.USER.type, Kind.API_KEY.type, Kind.IP.type) : List.of(type());
    }
}
