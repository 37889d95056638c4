package io.weir.policy.rule;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Something by which requests are told apart.
 *
 * @param name of the header, in lower case, or of the claim; the leading bits of IPv6 addresses that are one to this rule, if
 *     they are not those of the policy; {@code plain} for {@link CountBy#PLAIN_KEY}; empty for the others
 */
public record Dimension(Kind kind, String name) {

    /** What is looked at. */
    public enum Kind {
        /** Nothing: all requests are counted together. */
        GLOBAL("global"),

        /** The address; of IPv6, its network. */
        IP("ip"),
        USER("user"),
        API_KEY("apikey"),
        TENANT("tenant"),

        /** The user, or else the API key, or else the address. */
        CALLER("caller"),

        /** The key that the caller of the service names. */
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
            throw new IllegalArgumentException("the bits of an IPv6 network are from 16 to 128, but were " + name);
        }
    }

    /** The address, of IPv6 only that many leading bits: a wider net than the policy's, with a looser limit. */
    public static Dimension ip(int ipv6Prefix) {
        return new Dimension(Kind.IP, Integer.toString(ipv6Prefix));
    }

    public static Dimension of(Kind kind) {
        return new Dimension(kind, "");
    }

    /** The type of its subjects; those of {@link Kind#CALLER} have the type of what they are told apart by. */
    public String type() {
        return name.isEmpty() || kind == Kind.KEY ? kind.type : kind.type + "-" + name;
    }

    /** As policies write it: {@code api-key}, {@code {header: x-device}}. */
    public String written() {
        String word = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return name.isEmpty() ? word : "{" + word + ": " + name + "}";
    }

    List<String> types() {
        return kind == Kind.CALLER ? List.of(Kind.USER.type, Kind.API_KEY.type, Kind.IP.type) : List.of(type());
    }
}
