package io.weir.redis;

import io.lettuce.core.RedisURI;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the address of a Redis, and is stricter than Lettuce, which passes over what it does not understand. */
final class Address {

    private static final Set<String> PARAMETERS = Set.of(
            "timeout", "database", "clientname", "libraryname", "libraryversion", "sentinelmasterid", "verifypeer");
    private static final Pattern DURATION = Pattern.compile("0*[1-9]\\d*(ns|us|ms|s|m|h|d)");
    private static final Pattern COLONS_OF_IPV6_ONLY = Pattern.compile("[^:]*|[0-9a-fA-F:.%\\[\\]]*");

    private Address() {}

    static RedisURI parse(String text) {
        try {
            RedisURI uri = RedisURI.create(text);
            String query = URI.create(text).getRawQuery();
            if (isHost(uri.getHost())
                    && (query == null || Arrays.stream(query.split("&", -1)).allMatch(Address::isKnown))) {
                return uri;
            }
        } catch (IllegalArgumentException notOne) {
            // Told below, without what was given, which may hold a password.
        }
        throw new IllegalArgumentException("not the address of a Redis; write redis://host:port, rediss:// for TLS,"
                + " redis://user:password@host:port/database, and ?timeout=500ms behind it if you like");
    }

    /** A port that is no number becomes part of the host. */
    private static boolean isHost(String host) {
        return host == null || COLONS_OF_IPV6_ONLY.matcher(host).matches();
    }

    private static boolean isKnown(String parameter) {
        String[] nameAndValue = parameter.split("=", 2);
        String name = nameAndValue[0].toLowerCase(Locale.ROOT);
        return nameAndValue.length == 2
                && PARAMETERS.contains(name)
                && (!name.equals("timeout") || DURATION.matcher(nameAndValue[1]).matches());
    }
}
