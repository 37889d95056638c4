package io.weir.policy.rule;

import io.weir.classify.spi.HostName;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The conditions of a rule. A rule applies to a request if all of them are true.
 *
 * @param methods in upper case, or {@link #WRITING}; empty for all
 * @param host as {@link HostName} reads it
 * @param headers names in lower case, with a pattern for the value
 * @param tiers empty for all
 */
public record Match(
        Optional<PathPattern> path,
        Set<String> methods,
        Optional<Glob> host,
        Map<String, Glob> headers,
        Optional<Glob> key,
        CallerKind callers,
        Set<String> tiers) {

    /** The callers that a rule applies to. */
    public enum CallerKind {
        ALL,
        ANONYMOUS,
        AUTHENTICATED,

        /** Authenticated callers that no tier was given to. */
        WITHOUT_TIER
    }

    /** The methods that do not change anything. */
    public static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    /** Stands for all methods that are not {@link #READING}, including unknown ones. */
    public static final String WRITING = "write";

    /** Matches every request with a path, but no check of a key alone. */
    public static final Match ALL = new Match(
            Optional.empty(), Set.of(), Optional.empty(), Map.of(), Optional.empty(), CallerKind.ALL, Set.of());

    public Match {
        host = host.map(pattern -> new Glob(HostName.read(pattern.text())));
        methods = Set.copyOf(methods);
        headers = Map.copyOf(headers);
        tiers = Set.copyOf(tiers);
        boolean more = path.isPresent()
                || host.isPresent()
                || callers != CallerKind.ALL
                || !(methods.isEmpty() && headers.isEmpty() && tiers.isEmpty());
        if (key.isPresent() && more) {
            throw new IllegalArgumentException(
                    "a check of a key contains nothing else; remove all conditions except key");
        }
    }

    public static Match path(String pattern) {
        return ALL.withPath(pattern);
    }

    public static Match key(String pattern) {
        return new Match(
                Optional.empty(),
                Set.of(),
                Optional.empty(),
                Map.of(),
                Optional.of(new Glob(pattern)),
                CallerKind.ALL,
                Set.of());
    }

    public Match withPath(String pattern) {
        return new Match(Optional.of(PathPattern.parse(pattern)), methods, host, headers, key, callers, tiers);
    }

    public Match withMethods(String... names) {
        return new Match(path, Set.of(names), host, headers, key, callers, tiers);
    }

    public Match withHost(String pattern) {
        return new Match(path, methods, Optional.of(new Glob(pattern)), headers, key, callers, tiers);
    }

    public Match withHeaders(Map<String, Glob> patterns) {
        return new Match(path, methods, host, patterns, key, callers, tiers);
    }

    public Match withCallers(CallerKind whose) {
        return new Match(path, methods, host, headers, key, whose, tiers);
    }

    public Match withTiers(String... names) {
        return new Match(path, methods, host, headers, key, callers, Set.of(names));
    }

    /** Returns whether all conditions but the path are true; the path must have been compared already. */
    public boolean isTrueOf(Request request, String tier) {
        return (key.isEmpty() || key.get().matches(request.key().orElse("")))
                && (methods.isEmpty() || isOneOfMethods(request.method()))
                && (tiers.isEmpty() || tiers.contains(tier))
                && isOf(request.caller())
                && (host.isEmpty() || host.get().matches(request.host()))
                && (headers.isEmpty() || headersMatch(request));
    }

    private boolean isOneOfMethods(String method) {
        return methods.contains(method)
                || (methods.contains(WRITING) && !READING.contains(method))
                // Servlets and frameworks do the full work of a GET for a HEAD.
                || (method.equals("HEAD") && methods.contains("GET"));
    }

    private boolean headersMatch(Request request) {
        for (Map.Entry<String, Glob> header : headers.entrySet()) {
            if (!request.header(header.getKey()).map(header.getValue()::matches).orElse(false)) {
                return false;
            }
        }
        return true;
    }

    private boolean isOf(Caller caller) {
        return switch (callers) {
            case ALL -> true;
            case ANONYMOUS -> caller.isAnonymous();
            case AUTHENTICATED -> !caller.isAnonymous();
            case WITHOUT_TIER -> !caller.isAnonymous() && caller.tier().isEmpty();
        };
    }
}
