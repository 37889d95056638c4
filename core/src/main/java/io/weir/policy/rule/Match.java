package io.weir.policy.rule;

import io.weir.classify.spi.HostName;
import java.util.Collections;
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
 * @param facts names of facts, with a pattern for the value; a request without the fact does not match. The fact {@code bot}
 *     also matches with a higher band than the given one.
 * @param withoutFacts names of facts that a request must not have
 */
public record Match(
        Optional<PathPattern> path,
        Set<String> methods,
        Optional<Glob> host,
        Map<String, Glob> headers,
        Optional<Glob> key,
        CallerKind callers,
        Set<String> tiers,
        Map<String, Glob> facts,
        Set<String> withoutFacts) {

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
            Optional.empty(),
            Set.of(),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            CallerKind.ALL,
            Set.of(),
            Map.of(),
            Set.of());

    public Match {
        host = host.map(pattern -> new Glob(HostName.read(pattern.text())));
        methods = Set.copyOf(methods);
        headers = Map.copyOf(headers);
        tiers = Set.copyOf(tiers);
        facts = Map.copyOf(facts);
        withoutFacts = Set.copyOf(withoutFacts);
        facts.keySet().forEach(Dimension::requireFact);
        withoutFacts.forEach(Dimension::requireFact);
        boolean more = path.isPresent()
                || host.isPresent()
                || callers != CallerKind.ALL
                || !(methods.isEmpty() && headers.isEmpty() && tiers.isEmpty())
                || !(facts.isEmpty() && withoutFacts.isEmpty());
        if (key.isPresent() && more) {
            throw new IllegalArgumentException(
                    "a check of a key contains nothing else; remove all conditions except key");
        }
    }

    public static Match path(String pattern) {
        return ALL.withPath(pattern);
    }

    public static Match key(String pattern) {
        Draft draft = new Draft(ALL);
        draft.key = Optional.of(new Glob(pattern));
        return draft.match();
    }

    public Match withPath(String pattern) {
        Draft draft = new Draft(this);
        draft.path = Optional.of(PathPattern.parse(pattern));
        return draft.match();
    }

    public Match withMethods(String... names) {
        Draft draft = new Draft(this);
        draft.methods = Set.of(names);
        return draft.match();
    }

    public Match withHost(String pattern) {
        Draft draft = new Draft(this);
        draft.host = Optional.of(new Glob(pattern));
        return draft.match();
    }

    public Match withHeaders(Map<String, Glob> patterns) {
        Draft draft = new Draft(this);
        draft.headers = patterns;
        return draft.match();
    }

    public Match withCallers(CallerKind whose) {
        Draft draft = new Draft(this);
        draft.callers = whose;
        return draft.match();
    }

    public Match withTiers(String... names) {
        Draft draft = new Draft(this);
        draft.tiers = Set.of(names);
        return draft.match();
    }

    public Match withFacts(Map<String, Glob> patterns) {
        Draft draft = new Draft(this);
        draft.facts = patterns;
        return draft.match();
    }

    public Match withoutFacts(String... names) {
        Draft draft = new Draft(this);
        draft.withoutFacts = Set.of(names);
        return draft.match();
    }

    /** The parts of a match of which one is about to change. */
    private static final class Draft {
        private Optional<PathPattern> path;
        private Set<String> methods;
        private Optional<Glob> host;
        private Map<String, Glob> headers;
        private Optional<Glob> key;
        private CallerKind callers;
        private Set<String> tiers;
        private Map<String, Glob> facts;
        private Set<String> withoutFacts;

        private Draft(Match match) {
            path = match.path;
            methods = match.methods;
            host = match.host;
            headers = match.headers;
            key = match.key;
            callers = match.callers;
            tiers = match.tiers;
            facts = match.facts;
            withoutFacts = match.withoutFacts;
        }

        private Match match() {
            return new Match(path, methods, host, headers, key, callers, tiers, facts, withoutFacts);
        }
    }

    /** Returns whether all conditions but the path are true; the path must have been compared already. */
    public boolean isTrueOf(Request request, String tier) {
        return (key.isEmpty() || key.get().matches(request.key().orElse("")))
                && (methods.isEmpty() || isOneOfMethods(request.method()))
                && (tiers.isEmpty() || tiers.contains(tier))
                && isOf(request.caller())
                && (host.isEmpty() || host.get().matches(request.host()))
                && (headers.isEmpty() || headersMatch(request))
                && (facts.isEmpty() || factsMatch(request))
                && (withoutFacts.isEmpty()
                        || Collections.disjoint(withoutFacts, request.facts().keySet()));
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

    private boolean factsMatch(Request request) {
        for (Map.Entry<String, Glob> fact : facts.entrySet()) {
            String known = request.facts().get(fact.getKey());
            if (known == null || !matches(fact.getKey(), known, fact.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(String fact, String value, Glob pattern) {
        return fact.equals(BotBands.FACT) ? BotBands.reaches(value, pattern) : pattern.matches(value);
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
