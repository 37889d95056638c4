package io.weir.policy.rule;

import io.weir.limit.Limit;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.store.OnFailure;
import io.weir.store.Scope;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * @param then what happens to requests that do not fit into the limit
 * @param distinct counts each different value of this dimension once in a window of the limit, instead of each request;
 *     requests without a value are counted each time
 * @param growingWait the longest wait that a denied caller is told who comes back too early again and again; without it, each
 *     denial tells how long the limit makes it wait
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
        Outcome outcome,
        Then then,
        Optional<Dimension> distinct,
        Optional<Duration> growingWait) {

    private static final Set<Kind> NEVER_DISTINCT = Set.of(Kind.GLOBAL, Kind.KEY);
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9/][A-Za-z0-9._/*{}-]{0,99}");

    public Rule {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("Cannot take \"" + name
                    + "\" for the name of a rule: write up to 100 letters, digits and . _ / -, such as login-per-ip");
        }
        overrides = Map.copyOf(overrides);
        requireFits(name, cost, limit);
        requireLongEnough(name, then, limit);
        for (Limit other : overrides.values()) {
            requireFits(name, cost, other);
            requireLongEnough(name, then, other);
        }
        distinct.map(Dimension::kind).filter(NEVER_DISTINCT::contains).ifPresent(kind -> {
            throw new IllegalArgumentException(
                    "a rule cannot count different values of " + kind + "; write distinct: path or {fact: account}");
        });
        growingWait.ifPresent(most -> {
            if (most.compareTo(Duration.ofSeconds(1)) < 0 || most.compareTo(LONGEST_WAIT) > 0) {
                throw new IllegalArgumentException(
                        "a wait grows to 1 s at least and a day at most, not to " + most + "; write 5min or 1h");
            }
        });
        if (idempotent && (then instanceof Then.Lock || distinct.isPresent())) {
            throw new IllegalArgumentException("rule " + name + " locks or counts distinct values, so it cannot make"
                    + " retries free; leave idempotent out");
        }
        if (per.isPlainKey() && (then instanceof Then.Lock || distinct.isPresent())) {
            throw new IllegalArgumentException(
                    "rule " + name + " shares its counters with all rules for plain keys, so it"
                            + " cannot lock or count distinct values");
        }
    }

    private static void requireLongEnough(String name, Then then, Limit limit) {
        if (then instanceof Then.Lock lock && lock.time().compareTo(window(limit)) < 0) {
            throw new IllegalArgumentException("rule " + name + " locks for " + lock.time() + ", but " + limit
                    + " is free again only after " + window(limit) + "; lock for at least as long");
        }
    }

    /** Returns the window of a limit: for a bucket, the time in which all of it comes back. */
    public static Duration window(Limit limit) {
        return switch (limit.algorithm()) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> {
                long[] full = limit.numbers();
                yield Duration.of(full[1] > 0 ? full[0] + 1 : full[0], ChronoUnit.MICROS);
            }
            case FIXED_WINDOW, SLIDING_WINDOW, SLIDING_WINDOW_COUNTER ->
                limit.rate().period();
        };
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
                Outcome.ANY,
                Then.DENY,
                Optional.empty(),
                Optional.empty());
    }

    /** Returns the rule with another name, and therefore with other counters. */
    public Rule named(String other) {
        Draft draft = new Draft(this);
        draft.name = other;
        return draft.rule();
    }

    public Rule matching(Match which) {
        Draft draft = new Draft(this);
        draft.match = which;
        return draft.rule();
    }

    public Rule per(CountBy what) {
        Draft draft = new Draft(this);
        draft.per = what;
        return draft.rule();
    }

    public Rule withLimit(Limit other) {
        Draft draft = new Draft(this);
        draft.limit = other;
        return draft.rule();
    }

    public Rule withCost(Cost other) {
        Draft draft = new Draft(this);
        draft.cost = other;
        return draft.rule();
    }

    public Rule withMode(Mode other) {
        Draft draft = new Draft(this);
        draft.mode = other;
        return draft.rule();
    }

    public Rule withOnFailure(OnFailure other) {
        Draft draft = new Draft(this);
        draft.onFailure = other;
        return draft.rule();
    }

    public Rule withScope(Scope other) {
        Draft draft = new Draft(this);
        draft.scope = other;
        return draft.rule();
    }

    public Rule withOverrides(Map<Subject, Limit> others) {
        Draft draft = new Draft(this);
        draft.overrides = others;
        return draft.rule();
    }

    public Rule inGroup(String other) {
        Draft draft = new Draft(this);
        draft.group = Optional.of(other);
        return draft.rule();
    }

    /** Makes retries free, as {@link #idempotent} describes. */
    public Rule withFreeRetries() {
        Draft draft = new Draft(this);
        draft.idempotent = true;
        return draft.rule();
    }

    public Rule withOutcome(Outcome other) {
        Draft draft = new Draft(this);
        draft.outcome = other;
        return draft.rule();
    }

    public Rule then(Then what) {
        Draft draft = new Draft(this);
        draft.then = what;
        return draft.rule();
    }

    /** Counts each different value of a dimension once, as {@link #distinct} describes. */
    public Rule countingDistinct(Dimension what) {
        Draft draft = new Draft(this);
        draft.distinct = Optional.of(what);
        return draft.rule();
    }

    /** Tells callers who come back too early again and again longer waits, as {@link #growingWait} describes. */
    public Rule withGrowingWait(Duration most) {
        Draft draft = new Draft(this);
        draft.growingWait = Optional.of(most);
        return draft.rule();
    }

    /** Rejects a limit that may replace this rule's limit, if a request costs more than it holds. */
    public void requireFits(Limit other) {
        requireFits(name, cost, other);
        requireLongEnough(name, then, other);
    }

    /** Returns the headers that the rule reads, in lower case. */
    public Stream<String> headers() {
        Stream<String> counted = Stream.concat(per.dimensions().stream(), distinct.stream())
                .filter(dimension -> dimension.kind() == Kind.HEADER)
                .map(Dimension::name);
        Stream<String> retries = idempotent ? Stream.of(Request.IDEMPOTENCY_KEY) : Stream.of();
        Stream<String> costs = cost instanceof Cost.Computed computed ? computed.headers().stream() : Stream.of();
        return Stream.of(match.headers().keySet().stream(), counted, retries, costs)
                .flatMap(Function.identity());
    }

    /** The parts of a rule of which one is about to change. */
    private static final class Draft {
        private String name;
        private Match match;
        private CountBy per;
        private Limit limit;
        private Cost cost;
        private Mode mode;
        private OnFailure onFailure;
        private Scope scope;
        private Map<Subject, Limit> overrides;
        private Optional<String> group;
        private boolean idempotent;
        private Outcome outcome;
        private Then then;
        private Optional<Dimension> distinct;
        private Optional<Duration> growingWait;

        private Draft(Rule rule) {
            name = rule.name;
            match = rule.match;
            per = rule.per;
            limit = rule.limit;
            cost = rule.cost;
            mode = rule.mode;
            onFailure = rule.onFailure;
            scope = rule.scope;
            overrides = rule.overrides;
            group = rule.group;
            idempotent = rule.idempotent;
            outcome = rule.outcome;
            then = rule.then;
            distinct = rule.distinct;
            growingWait = rule.growingWait;
        }

        private Rule rule() {
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
                    group,
                    idempotent,
                    outcome,
                    then,
                    distinct,
                    growingWait);
        }
    }
}
