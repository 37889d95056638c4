package io.weir.policy.rule;

import io.weir.classify.spi.HostName;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which requests a rule is for: those of which everything said here is true.
 *
 * @param methods in upper case, or {@link #WRITING}; empty for all
 * @param host as {@link HostName} reads it
 * @param headers names in lower case, and what the value looks like
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

    /** Whose requests. */
    public enum CallerKind {
        ALL,
        ANONYMOUS,
        AUTHENTICATED,

        /** Authenticated, but nobody has said of which tier. */
        WITHOUT_TIER
    }

    /** What only looks. */
    public static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    /** Stands among the methods for all that are not {@link #READING}, such as nobody has heard of yet. */
    public static final String WRITING = "write";

    /** Every request that is not just a key. */
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
                    "who checks a key says nothing else of the request; leave out all but key");
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

    /** Whether all but the path is true of a request; whoever asks has compared the path. */
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
                // Servlets and frameworks answer a HEAD by doing all that a GET does.
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
