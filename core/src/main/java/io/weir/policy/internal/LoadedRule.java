package io.weir.policy.internal;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Request;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Stage;
import io.weir.policy.rule.Then;
import io.weir.store.Charge;
import io.weir.store.Effect;
import io.weir.store.spi.KeyText;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rule of a policy in force, with everything that is the same for all requests.
 *
 * @param number its place among the rules
 * @param weight how specific its path is
 * @param keyEnd the part that names the rule in the keys of its counters; empty for counters of plain keys
 */
public record LoadedRule(Rule rule, int number, Stage stage, Consequence consequence, int weight, String keyEnd) {

    private static final String ALL_PATHS = "/**";
    private static final Set<Kind> OF_CALLER =
            Set.of(Kind.GLOBAL, Kind.IP, Kind.USER, Kind.API_KEY, Kind.TENANT, Kind.CALLER, Kind.NETWORK);
    private static final String SEEN = "#seen";

    /** Returns the rule with its mode capped at {@code most}. */
    public static LoadedRule of(Rule rule, int number, Stage stage, Mode most) {
        String endpoint = rule.match().path().map(PathPattern::toString).orElse(ALL_PATHS);
        return new LoadedRule(
                rule,
                number,
                stage,
                rule.mode().and(most) == Mode.SHADOW ? Consequence.NONE : Consequence.of(rule.then()),
                rule.match().path().map(PathPattern::weight).orElse(0),
                rule.per().isPlainKey()
                        ? ""
                        : ":" + KeyText.encodedPart(endpoint) + "#" + KeyText.encodedPart(rule.name()));
    }

    /** Returns whether its charge depends only on the rule, the caller, the address and the permits requested. */
    public boolean isSteady() {
        return rule.cost() instanceof Cost.Fixed
                && rule.distinct().isEmpty()
                && rule.per().dimensions().stream().map(Dimension::kind).allMatch(OF_CALLER::contains);
    }

    /** Returns whether the rule applies to a request with a path that matches. */
    boolean isFor(Request request, String tier) {
        return rule.match().isTrueOf(request, tier) && !isPassed(request);
    }

    /** Returns whether the rule would only ask for a challenge that the request has passed. */
    public boolean isPassed(Request request) {
        return rule.then() instanceof Then.Challenge && request.hasPassedChallenge();
    }

    /**
     * Returns the match of a request.
     *
     * @param value the value that a rule with {@link Rule#distinct} counts; null if there is none
     */
    public MatchedRule matched(CounterSubject counted, Limit limit, Request request, @Nullable CounterSubject value) {
        Charge charge = charge(counted, limit, cost(rule.cost(), request, limit));
        return new MatchedRule(
                rule, counted.subject(), charge, consequence, value == null ? null : seen(charge, value));
    }

    /** Returns the match of a rule that counts the subject, for a request of one permit of which nothing else is known. */
    public MatchedRule matched(CounterSubject counted, Limit limit) {
        return new MatchedRule(rule, counted.subject(), charge(counted, limit, 1), consequence, null);
    }

    /** Returns the charge that tells whether a value was counted in this window. */
    private Charge seen(Charge charge, CounterSubject value) {
        Rate once = Rate.of(1, Rule.window(charge.limit()));
        boolean aligned = charge.limit().algorithm() == Algorithm.FIXED_WINDOW;
        return new Charge(
                charge.key() + ":" + KeyText.encodedPart(value.subject().toString()),
                aligned ? Limit.fixedWindow(once) : Limit.tokenBucket(once),
                1,
                Effect.SHADOW,
                charge.onFailure(),
                charge.scope(),
                keyEnd + SEEN);
    }

    public Charge charge(CounterSubject counted, Limit limit, long cost) {
        return new Charge(counted.key(), limit, cost, consequence.effect(), rule.onFailure(), rule.scope(), keyEnd);
    }

    /** A computed cost above the limit takes the whole limit; a requested cost above the limit is rejected. */
    private static long cost(Cost cost, Request request, Limit limit) {
        if (cost instanceof Cost.Computed computed) {
            return Math.max(1, Math.min(computed.permits().applyAsLong(request), limit.capacity()));
        }
        // A caller's own limit may be smaller than the cost, which then takes all of it.
        long permits = Math.min(((Cost.Fixed) cost).permits(), limit.capacity());
        long most = limit.capacity() / permits;
        if (request.permits() > most) {
            throw new TooManyPermitsException(limit, most, request.permits());
        }
        return permits * request.permits();
    }
}
