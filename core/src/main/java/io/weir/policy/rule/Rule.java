package io.weir.policy.rule;

import io.weir.limit.Limit;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.store.OnFailure;
import io.weir.store.Scope;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A limit, the requests that it applies to, and the dimensions by which it counts them.
 *
 * @param overrides own limits for some subjects
 * @param group of the rules with the same group, only the one with the most specific path applies to a request
 * @param idempotent whether a retry with the same Idempotency-Key is free, up to three times within ten minutes of the
 *     charged request
 * @param outcome the response statuses for which a request is charged
 */
public record Rule(
        String name,
        Match match,
        CountBy per,
        Limit limit,
        Cost cost,
        Mode mode,
        OnFailure onFailure,
        Scope scope,
        Map<Subject, Limit> overrides,
        Optional<String> group,
        boolean idempotent,
        Outcome outcome) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9/][A-Za-z0-9._/*{}-]{0,99}");

    public Rule {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("Cannot take \"" + name
                    + "\" for the name of a rule: write up to 100 letters, digits and . _ / -, such as login-per-ip");
        }
        overrides = Map.copyOf(overrides);
        requireFits(name, cost, limit);
        for (Limit other : overrides.values()) {
            requireFits(name, cost, other);
        }
    }

    private static void requireFits(String name, Cost cost, Limit limit) {
        if (cost instanceof Cost.Fixed fixed && fixed.permits() > limit.capacity()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "rule %s can never be met: a request costs %,d, but %s holds no more than %,d at once",
                    name,
                    fixed.permits(),
                    limit,
                    limit.capacity()));
        }
    }

    /** Returns an enforced rule for all requests, counted together. */
    public static Rule of(String name, Limit limit) {
        return new Rule(
                name,
                Match.ALL,
                CountBy.GLOBAL,
                limit,
                Cost.ONE,
                Mode.ENFORCE,
                OnFailure.LOCAL,
                Scope.SHARED,
                Map.of(),
                Optional.empty(),
                false,
                Outcome.ANY);
    }

    /** Returns the rule with another name, and therefore with other counters. */
    public Rule named(String other) {
        return new Rule(other, match, per, limit, cost, mode, onFailure, scope, overrides, group, idempotent, outcome);
    }

    public Rule matching(Match which) {
        return new Rule(name, which, per, limit, cost, mode, onFailure, scope, overrides, group, idempotent, outcome);
    }

    public Rule per(CountBy what) {
        return new Rule(name, match, what, limit, cost, mode, onFailure, scope, overrides, group, idempotent, outcome);
    }

    public Rule withCost(Cost other) {
        return new Rule(name, match, per, limit, other, mode, onFailure, scope, overrides, group, idempotent, outcome);
    }

    public Rule withMode(Mode other) {
        return new Rule(name, match, per, limit, cost, other, onFailure, scope, overrides, group, idempotent, outcome);
    }

    public Rule withOnFailure(OnFailure other) {
        return new Rule(name, match, per, limit, cost, mode, other, scope, overrides, group, idempotent, outcome);
    }

    public Rule withScope(Scope other) {
        return new Rule(name, match, per, limit, cost, mode, onFailure, other, overrides, group, idempotent, outcome);
    }

    public Rule withOverrides(Map<Subject, Limit> others) {
        return new Rule(name, match, per, limit, cost, mode, onFailure, scope, others, group, idempotent, outcome);
    }

    public Rule inGroup(String other) {
        return new Rule(
                name,
                match,
                per,
                limit,
                cost,
                mode,
                onFailure,
                scope,
                overrides,
                Optional.of(other),
                idempotent,
                outcome);
    }

    /** Makes retries free, as {@link #idempotent} describes. */
    public Rule withFreeRetries() {
        return new Rule(name, match, per, limit, cost, mode, onFailure, scope, overrides, group, true, outcome);
    }

    public Rule withOutcome(Outcome other) {
        return new Rule(name, match, per, limit, cost, mode, onFailure, scope, overrides, group, idempotent, other);
    }

    /** Rejects a limit that may replace this rule's limit, if a request costs more than it holds. */
    public void requireFits(Limit other) {
        requireFits(name, cost, other);
    }

    /** Returns the headers that the rule reads, in lower case. */
    public Stream<String> headers() {
        Stream<String> counted = per.dimensions().stream()
                .filter(dimension -> dimension.kind() == Kind.HEADER)
                .map(Dimension::name);
        Stream<String> retries = idempotent ? Stream.of(Request.IDEMPOTENCY_KEY) : Stream.of();
        Stream<String> costs = cost instanceof Cost.Computed computed ? computed.headers().stream() : Stream.of();
        return Stream.of(match.headers().keySet().stream(), counted, retries, costs)
                .flatMap(Function.identity());
    }
}
