package io.weir.redis.internal.link;

import io.lettuce.core.RedisURI;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The address of a Redis. It is parsed more strictly than by Lettuce, which ignores what it does not understand.
 *
 * @param nodes the server, or all sentinels as one node, or nodes of a Cluster
 */
public record Address(List<RedisURI> nodes, boolean isCluster) {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final Set<String> PARAMETERS = Set.of(
            "timeout", "database", "clientname", "libraryname", "libraryversion", "sentinelmasterid", "verifypeer");
    private static final Pattern DURATION = Pattern.compile("0*[1-9]\\d*(ns|us|ms|s|m|h|d)");
    private static final Pattern COLONS_OF_IPV6_ONLY = Pattern.compile("[^:]*|[0-9a-fA-F:.%\\[\\]]*");
    private static final Pattern CLUSTER = Pattern.compile("(rediss?)-cluster://([^/?#]*@)?([^@/?#]+)([^@]*)");

    public Address {
        nodes = List.copyOf(nodes);
    }

    public static Address parse(String text) {
        Matcher cluster = CLUSTER.matcher(text);
        try {
            if (!cluster.matches()) {
                return new Address(List.of(node(text)), false);
            }
            String user = cluster.group(2) == null ? "" : cluster.group(2);
            List<RedisURI> nodes = Arrays.stream(cluster.group(3).split(",", -1))
                    .map(host -> node(cluster.group(1) + "://" + user + host + cluster.group(4)))
                    .toList();
            if (nodes.stream().allMatch(node -> node.getDatabase() == 0)) {
                return new Address(nodes, true);
            }
        } catch (IllegalArgumentException notOne) {
            // The message below does not contain the address, which may include a password.
        }
        throw new IllegalArgumentException("not the address of a Redis; write redis://host:port, rediss:// for TLS,"
                + " redis://user:password@host:port/database, redis-sentinel://host:port,host:port#name,"
                + " redis-cluster://host:port,host:port (rediss-cluster:// for TLS, always database 0),"
                + " and an optional ?timeout=500ms at the end");
    }

    private static RedisURI node(String text) {
        RedisURI uri = RedisURI.create(text);
        String query = URI.create(text).getRawQuery();
        boolean known = query == null || Arrays.stream(query.split("&", -1)).allMatch(Address::isKnown);
        if (!known || !hosts(uri).allMatch(Address::isHost)) {
            throw new IllegalArgumentException();
        }
        if (uri.getTimeout().equals(RedisURI.DEFAULT_TIMEOUT_DURATION)) {
            uri.setTimeout(TIMEOUT);
        }
        uri.getSentinels().forEach(sentinel -> sentinel.setTimeout(uri.getTimeout()));
        return uri;
    }

    private static Stream<RedisURI> hosts(RedisURI uri) {
        return uri.getSentinels().isEmpty() ? Stream.of(uri) : uri.getSentinels().stream();
    }

    /** A port that is no number is parsed as a part of the host. */
    private static boolean isHost(RedisURI uri) {
        String host = uri.getHost();
        return host == null || COLONS_OF_IPV6_ONLY.matcher(host).matches();
    }

    private static boolean isKnown(String parameter) {
        String[] nameAndValue = parameter.split("=", 2);
        String name = nameAndValue[0].toLowerCase(Locale.ROOT);
        return nameAndValue.length == 2
                && PARAMETERS.contains(name)
                && (!name.equals("timeout") || DURATION.matcher(nameAndValue[1]).matches());
    }

    public Duration timeout() {
        return nodes.get(0).getTimeout();
    }

    /** Returns the address without user and password. */
    @Override
    public String toString() {
        String hosts = nodes.stream()
                .flatMap(Address::hosts)
                .map(uri -> uri.getSocket() != null ? uri.getSocket() : uri.getHost() + ":" + uri.getPort())
                .collect(Collectors.joining(","));
        String master = nodes.get(0).getSentinelMasterId();
        return master == null ? hosts : hosts + "#" + master;
    }
}
