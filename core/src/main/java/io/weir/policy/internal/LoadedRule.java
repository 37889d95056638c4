package io.weir.policy.internal;

import io.weir.limit.Limit;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.spi.KeyText;
import java.util.Set;

/**
 * A rule of a policy in force, with everything that is the same for all requests.
 *
 * @param number its place among the rules
 * @param weight how specific its path is
 * @param keyEnd the part that names the rule in the keys of its counters; empty for counters of plain keys
 */
public record LoadedRule(Rule rule, int number, Stage stage, Effect effect, int weight, String keyEnd) {

    private static final String ALL_PATHS = "/**";
    private static final Set<Kind> OF_CALLER =
            Set.of(Kind.GLOBAL, Kind.IP, Kind.USER, Kind.API_KEY, Kind.TENANT, Kind.CALLER);

    /** Returns the rule with its mode capped at {@code most}. */
    public static LoadedRule of(Rule rule, int number, Stage stage, Mode most) {
        String endpoint = rule.match().path().map(PathPattern::toString).orElse(ALL_PATHS);
        return new LoadedRule(
                rule,
                number,
                stage,
                rule.mode().and(most) == Mode.SHADOW ? Effect.SHADOW : Effect.ENFORCED,
                rule.match().path().map(PathPattern::weight).orElse(0),
                rule.per().isPlainKey()
                        ? ""
                        : ":" + KeyText.encodedPart(endpoint) + "#" + KeyText.encodedPart(rule.name()));
    }

    /** Returns whether its charge depends only on the rule, the caller, the address and the permits requested. */
    public boolean isSteady() {
        return rule.cost() instanceof Cost.Fixed
                && rule.per().dimensions().stream().map(Dimension::kind).allMatch(OF_CALLER::contains);
    }

    public MatchedRule matched(CounterSubject counted, Limit limit, Request request) {
        return new MatchedRule(rule, counted.subject(), charge(counted, limit, cost(rule.cost(), request, limit)));
    }

    public Charge charge(CounterSubject counted, Limit limit, long cost) {
        return new Charge(counted.key(), limit, cost, effect, rule.onFailure(), rule.scope(), keyEnd);
    }

    /** A computed cost above the limit takes the whole limit; a requested cost above the limit is rejected. */
    private static long cost(Cost cost, Request request, Limit limit) {
        if (cost instanceof Cost.Computed computed) {
            return Math.max(1, Math.min(computed.permits().applyAsLong(request), limit.capacity()));
        }
        long permits = ((Cost.Fixed) cost).permits();
        long most = limit.capacity() / permits;
        if (request.permits() > most) {
            throw new TooManyPermitsException(limit, most, request.permits());
        }
        return permits * request.permits();
    }
}
