package io.weir.policy;

import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.KeyText;
import io.weir.store.Namer;

/**
 * A rule of a policy that is in force, with all of it that is the same for every request.
 *
 * @param number its place among the rules
 * @param keyEnd what every key of its counters ends with
 */
record LoadedRule(Rule rule, int number, Stage stage, Effect effect, String keyEnd) {

    private static final String ALL_PATHS = "/**";

    /** With as much to say as that at most. */
    static LoadedRule of(Rule rule, int number, Stage stage, Mode most) {
        String endpoint = rule.match().path().map(PathPattern::toString).orElse(ALL_PATHS);
        return new LoadedRule(
                rule,
                number,
                stage,
                rule.mode().and(most) == Mode.SHADOW ? Effect.SHADOW : Effect.ENFORCED,
                ":" + KeyText.encodedPart(endpoint) + "#" + KeyText.encodedPart(rule.name()));
    }

    Met met(Subject subject, Limit limit, Request request) {
        Charge charge = new Charge(
                subject.type() + ":" + KeyText.encodedPart(subject.identifier()) + keyEnd,
                limit,
                cost(rule.cost(), request, limit),
                effect,
                rule.onFailure(),
                rule.scope(),
                Namer.RULE);
        return new Met(rule, subject, charge);
    }

    /** A cost that was computed and is more than the limit holds takes all of it; one that was asked for is refused. */
    private static long cost(Cost cost, Request request, Limit limit) {
        if (cost instanceof Cost.Computed computed) {
            return Math.max(1, Math.min(computed.permits().applyAsLong(request), limit.capacity()));
        }
        long permits = ((Cost.Fixed) cost).permits();
        boolean overflows = Math.multiplyHigh(permits, request.permits()) != 0;
        return overflows ? Long.MAX_VALUE : permits * request.permits();
    }
}
