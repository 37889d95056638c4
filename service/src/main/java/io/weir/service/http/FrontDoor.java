package io.weir.service.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the head of a request whether it is let in, and which endpoint answers it. A rejection costs as little as a check:
 * its body is dropped, and Spring is not called.
 */
public final class FrontDoor {

    static final String NOTHING_HERE = "there is nothing at this path; /openapi.json says what there is";

    private static final String API = "/api/";
    private static final AsciiString FETCH_SITE = AsciiString.cached("sec-fetch-site");
    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

    private final List<Endpoint> endpoints;
    private final Map<String, List<Endpoint>> byPath;
    private final List<String> springPaths;
    private final Set<String> hosts;
    private final CallerChecks callers;

    /** The last accepted Host header. Most clients send the same one, which need not be parsed each time. */
    private volatile @Nullable String lastAllowedHost;

    /**
     * @param springPaths the paths that Spring answers, with all paths below them
     * @param hosts the names by which clients may call; empty for any
     */
    public FrontDoor(List<Endpoint> endpoints, List<String> springPaths, Set<String> hosts) {
        this(endpoints, springPaths, hosts, CallerChecks.NONE);
    }

    /**
     * A front door that verifies API keys.
     *
     * @param callers verifies the API keys of requests
     */
    public FrontDoor(List<Endpoint> endpoints, List<String> springPaths, Set<String> hosts, CallerChecks callers) {
        this.endpoints = List.copyOf(endpoints);
        this.byPath = Map.copyOf(endpoints.stream().collect(Collectors.groupingBy(Endpoint::path)));
        this.springPaths = List.copyOf(springPaths);
        this.hosts = Set.copyOf(hosts);
        this.callers = callers;
    }

    /** The request with what is found about its API key. */
    public Incoming identified(Incoming head) {
        return callers.identified(head);
    }

    List<Endpoint> endpoints() {
        return endpoints;
    }

    /** The endpoint for the request's path and method. */
    @Nullable
    public Endpoint endpoint(Incoming head) {
        for (Endpoint endpoint : ofPath(head)) {
            if (endpoint.method().equals(head.method())) {
                return endpoint;
            }
        }
        return null;
    }

    private List<Endpoint> ofPath(Incoming head) {
        return byPath.getOrDefault(head.path(), List.of());
    }

    /** The rejection of a request for that endpoint; empty if the request is let in. */
    public Optional<Reply> refusal(Incoming head, @Nullable Endpoint endpoint) {
        if (!isAllowedHost(head.headers().get(HttpHeaderNames.HOST))) {
            return refused(
                    HttpResponseStatus.MISDIRECTED_REQUEST,
                    "this service does not go by that Host; --allowed-hosts names those it goes by");
        }
        if (isOfAnotherSite(head)) {
            return refused(HttpResponseStatus.FORBIDDEN, "pages of other sites must not call this interface");
        }
        if (hasSeveralTokens(head.headers())) {
            return Optional.of(Endpoint.unauthorized("send one Authorization header"));
        }
        if (endpoint != null) {
            Optional<Reply> refusal = endpoint.refusal(head);
            if (refusal.filter(FrontDoor::isOfCaller).isPresent()) {
                callers.unauthorized(head);
            }
            return refusal;
        }
        List<Endpoint> samePath = ofPath(head);
        if (!samePath.isEmpty()) {
            return Optional.of(Endpoint.notAllowed(samePath));
        }
        return isForSpring(head.target()) ? Optional.empty() : refused(HttpResponseStatus.NOT_FOUND, NOTHING_HERE);
    }

    private static boolean isOfCaller(Reply refusal) {
        return refusal.status().equals(HttpResponseStatus.UNAUTHORIZED)
                || refusal.status().equals(HttpResponseStatus.FORBIDDEN);
    }

    private boolean isForSpring(String target) {
        for (String path : springPaths) {
            if (target.startsWith(path)
                    && (target.length() == path.length() || "/?".indexOf(target.charAt(path.length())) >= 0)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAllowedHost(@Nullable String host) {
        if (hosts.isEmpty() || host == null || host.equals(lastAllowedHost)) {
            return true;
        }
        String name = HostHeader.name(host);
        boolean isAllowed = HostHeader.isAddress(name) || hosts.contains(name);
        if (isAllowed) {
            lastAllowedHost = host;
        }
        return isAllowed;
    }

    private static boolean hasSeveralTokens(HttpHeaders headers) {
        if (!headers.contains(HttpHeaderNames.AUTHORIZATION)) {
            return false;
        }
        Iterator<String> tokens = headers.valueStringIterator(HttpHeaderNames.AUTHORIZATION);
        tokens.next();
        return tokens.hasNext();
    }

    /**
     * Whether a browser sent the request for a page of another site. Browsers report this in fetch metadata; older browsers, and
     * browsers on untrusted connections, send Origin. Programs send neither.
     */
    private static boolean isOfAnotherSite(Incoming head) {
        if (!head.target().startsWith(API)) {
            return false;
        }
        HttpHeaders headers = head.headers();
        String site = headers.get(FETCH_SITE);
        if (site != null && !OWN_SITE.contains(site)) {
            return true;
        }
        String origin = headers.get(HttpHeaderNames.ORIGIN);
        String host = headers.get(HttpHeaderNames.HOST);
        return origin != null && (host == null || !isOriginOf(origin, host));
    }

    private static boolean isOriginOf(String origin, String host) {
        int authority = origin.indexOf("://") + 3;
        return authority > 2
                && origin.regionMatches(true, authority, host, 0, Math.max(host.length(), origin.length() - authority));
    }

    private static Optional<Reply> refused(HttpResponseStatus status, String detail) {
        return Optional.of(Reply.problem(status, detail));
    }
}
