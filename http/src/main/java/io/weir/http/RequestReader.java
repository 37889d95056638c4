package io.weir.http;

import io.weir.classify.BypassAttempt;
import io.weir.classify.ForwardingHeader;
import io.weir.classify.IpAddress;
import io.weir.classify.RequestPath;
import io.weir.classify.TrustedProxies;
import io.weir.policy.Caller;
import io.weir.policy.PathPattern;
import io.weir.policy.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Reads HTTP requests as rules see them.
 *
 * @param proxies those whose word on the caller's address is taken
 * @param forwarding the one header in which they give it; all others are ignored
 * @param exempt paths that meet no rule
 * @param attempts is told of requests that try to be taken for something else
 */
public record RequestReader(
        TrustedProxies proxies,
        ForwardingHeader forwarding,
        List<PathPattern> exempt,
        Consumer<BypassAttempt> attempts) {

    /** Where others ask whether the application is well. */
    public static final List<PathPattern> HEALTH_PATHS = Stream.of(
                    "/actuator/**", "/health/**", "/healthz", "/livez", "/readyz")
            .map(PathPattern::parse)
            .toList();

    /** Trusts no proxy, exempts the {@link #HEALTH_PATHS} and tells nobody. */
    public static final RequestReader USUAL =
            new RequestReader(TrustedProxies.NONE, ForwardingHeader.X_FORWARDED_FOR, HEALTH_PATHS, attempt -> {});

    /** Headers by which proxies tell the caller's address, and which an honest caller does not send. */
    private static final String[] TELLING = {
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

    /** The path; empty if it can be read in more than one way. */
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
        // Some would end the path at a fragment, which nobody sends.
        boolean wrong = target.indexOf('#') >= 0;
        return wrong ? "" : from == to ? "/" : target.substring(from, to);
    }

    /** Where the path of a URL begins. */
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

    /** Whether a request meets no rule: its path is exempt, or it is a CORS preflight. */
    public boolean isExempt(String method, String path, Predicate<String> hasHeader) {
        for (PathPattern pattern : exempt) {
            if (pattern.matches(path)) {
                return true;
            }
        }
        return method.equals("OPTIONS") && hasHeader.test(ORIGIN) && hasHeader.test(REQUESTED_METHOD);
    }

    /** With those headers alone. */
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

    private Optional<IpAddress> address(HttpRequest http) {
        Optional<IpAddress> peer = http.peer();
        if (peer.isPresent() && proxies.trusts(peer.get())) {
            return Optional.of(proxies.caller(peer.get(), forwarding, http.header(forwarding.name())));
        }
        if (tellsAnAddress(http)) {
            attempts.accept(BypassAttempt.UNTRUSTED_FORWARDING_HEADER);
        }
        return peer;
    }

    private boolean tellsAnAddress(HttpRequest http) {
        for (String name : TELLING) {
            if (!http.header(name).isEmpty()) {
                return true;
            }
        }
        return !http.header(forwarding.name()).isEmpty();
    }
}
