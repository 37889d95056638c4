package io.weir.http;

import io.weir.classify.ForwardingHeader;
import io.weir.classify.IpAddress;
import io.weir.classify.TrustedProxies;
import io.weir.classify.spi.BypassAttempt;
import io.weir.classify.spi.RequestPath;
import io.weir.policy.rule.Caller;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Turns HTTP requests into the requests that rules match: normalized path, client address, selected headers.
 *
 * @param proxies the proxies that are trusted to name the client's address
 * @param forwarding the one header in which they name it; all others are ignored
 * @param exempt paths to which no rule applies
 * @param attempts receives each suspected attempt to bypass limits, such as a forged header
 */
public record RequestReader(
        TrustedProxies proxies,
        ForwardingHeader forwarding,
        List<PathPattern> exempt,
        Consumer<BypassAttempt> attempts) {

    /** The usual paths of health checks. */
    public static final List<PathPattern> HEALTH_PATHS = Stream.of(
                    "/actuator/**", "/health/**", "/healthz", "/livez", "/readyz")
            .map(PathPattern::parse)
            .toList();

    /** Trusts no proxy, exempts the {@link #HEALTH_PATHS} and reports no attempts. */
    public static final RequestReader USUAL =
            new RequestReader(TrustedProxies.NONE, ForwardingHeader.X_FORWARDED_FOR, HEALTH_PATHS, attempt -> {});

    /** Headers in which proxies name the client's address. A client that sends one directly is suspicious. */
    private static final String[] ADDRESS_HEADERS = {
        "X-Forwarded-For", "Forwarded", "X-Real-IP", "True-Client-IP", "CF-Connecting-IP"
    };

    private static final String ORIGIN = "origin";
    private static final String REQUESTED_METHOD = "access-control-request-method";

    public RequestReader {
        exempt = List.copyOf(exempt);
    }

    public RequestReader withProxies(TrustedProxies trusted, ForwardingHeader header) {
        return new RequestReader(trusted, header, exempt, attempts);
    }

    public RequestReader withExempt(List<PathPattern> paths) {
        return new RequestReader(proxies, forwarding, paths, attempts);
    }

    public RequestReader withAttempts(Consumer<BypassAttempt> listener) {
        return new RequestReader(proxies, forwarding, exempt, listener);
    }

    /** Returns the normalized path; empty if the path is ambiguous. */
    Optional<String> path(HttpRequest http) {
        Optional<String> path = RequestPath.read(rawPath(http.target()));
        if (path.isEmpty()) {
            attempts.accept(BypassAttempt.AMBIGUOUS_PATH);
        }
        return path;
    }

    private static String rawPath(String target) {
        int from = target.startsWith("/") ? 0 : afterAuthority(target);
        int query = target.indexOf('?', from);
        int to = query < 0 ? target.length() : query;
        // Servers disagree whether a fragment ends the path, and no client sends one, so the target is rejected.
        boolean wrong = target.indexOf('#') >= 0;
        return wrong ? "" : from == to ? "/" : target.substring(from, to);
    }

    /** Returns the index at which the path of a URL begins. */
    private static int afterAuthority(String url) {
        int authority = url.indexOf("://");
        if (authority < 0) {
            return 0;
        }
        int slash = url.indexOf('/', authority + 3);
        int query = url.indexOf('?', authority + 3);
        int end = slash < 0 ? url.length() : slash;
        return query < 0 ? end : Math.min(query, end);
    }

    boolean isExempt(HttpRequest http, String path) {
        return isExempt(http.method(), path, name -> !http.header(name).isEmpty());
    }

    /** Returns whether no rule applies to a request: its path is exempt, or it is a CORS preflight. */
    public boolean isExempt(String method, String path, Predicate<String> hasHeader) {
        for (PathPattern pattern : exempt) {
            if (pattern.matches(path)) {
                return true;
            }
        }
        return method.equals("OPTIONS") && hasHeader.test(ORIGIN) && hasHeader.test(REQUESTED_METHOD);
    }

    /** @param headers the names of the headers that the policy uses; no others are read */
    Request request(HttpRequest http, String path, Caller caller, Set<String> headers) {
        return new Request(
                http.method(),
                http.host(),
                path,
                address(http),
                caller,
                headers.isEmpty() ? Map.of() : values(http, headers),
                Optional.empty(),
                1);
    }

    /**
     * Adds what a classifier may need to know about the connection. A proxy writes headers in an order of its own, so the order
     * is known for direct connections only.
     */
    Request withConnection(HttpRequest http, Request request) {
        Map<String, String> facts = new HashMap<>();
        facts.put("secure", Boolean.toString(http.secure()));
        facts.put("protocol", http.protocol());
        boolean isDirect = http.peer().filter(proxies::trusts).isEmpty();
        if (isDirect && !http.headerNames().isEmpty()) {
            facts.put("header-order", String.join(",", http.headerNames()).toLowerCase(Locale.ROOT));
        }
        return new Request(
                request.method(),
                request.host(),
                request.path(),
                request.address(),
                request.caller(),
                request.headers(),
                request.key(),
                request.permits(),
                facts);
    }

    private static Map<String, String> values(HttpRequest http, Set<String> names) {
        Map<String, String> values = new HashMap<>();
        for (String name : names) {
            List<String> lines = http.header(name);
            if (!lines.isEmpty()) {
                values.put(name, lines.size() == 1 ? lines.get(0) : String.join(", ", lines));
            }
        }
        return values;
    }

    Optional<IpAddress> address(HttpRequest http) {
        Optional<IpAddress> peer = http.peer();
        if (peer.isPresent() && proxies.trusts(peer.get())) {
            return Optional.of(proxies.caller(peer.get(), forwarding, http.header(forwarding.name())));
        }
        if (namesAnAddress(http)) {
            attempts.accept(BypassAttempt.UNTRUSTED_FORWARDING_HEADER);
        }
        return peer;
    }

    private boolean namesAnAddress(HttpRequest http) {
        for (String name : ADDRESS_HEADERS) {
            if (!http.header(name).isEmpty()) {
                return true;
            }
        }
        return !http.header(forwarding.name()).isEmpty();
    }
}
