package io.weir.policy;

import io.weir.limit.Limit;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.KeyText;
import io.weir.store.Namer;

/** A rule that a request meets, whom it counts then, and what it charges. */
record Met(Rule rule, Subject subject, Charge charge) {

    private static final String ALL_PATHS = "/**";

    static Met of(Rule rule, Subject subject, Limit limit, Mode mode, Request request) {
        Effect effect = mode == Mode.SHADOW ? Effect.SHADOW : Effect.ENFORCED;
        Charge charge = new Charge(
                key(rule, subject),
                limit,
                cost(rule.cost(), request, limit),
                effect,
                rule.onFailure(),
                rule.scope(),
                Namer.RULE);
        return new Met(rule, subject, charge);
    }

    private static String key(Rule rule, Subject subject) {
        String endpoint = rule.match().path().map(PathPattern::toString).orElse(ALL_PATHS);
        return subject.type() + ":" + KeyText.encodedPart(subject.identifier()) + ":" + KeyText.encodedPart(endpoint)
                + "#" + KeyText.encodedPart(rule.name());
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
