package io.weir.policyfile.internal.read;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policyfile.internal.read.OverridesReader.OwnLimit;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import io.weir.store.OnFailure;
import io.weir.store.Scope;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the options that a rule may have in addition to its limit, in the plain and in the general form. */
public final class OptionsReader {

    static final List<String> KEYS = List.of(
            "cost",
            "mode",
            "on-store-failure",
            "scope",
            "overrides",
            "idempotent",
            "count-on",
            "give-back-on",
            "growing-wait");

    private static final String STATUSES = "[401, 403] or 5xx";
    private static final Map<String, Mode> MODES = words(Mode.values());
    public static final Map<String, OnFailure> FAILURES = words(OnFailure.values());
    private static final Map<String, Scope> SCOPES = words(Scope.values());

    /**
     * Stands in for a rule that has mistakes, so that mistakes in its options are found as well. It accepts any
     * option.
     */
    private static final Rule STAND_IN = Rule.of("stand-in", Limit.tokenBucket(Rate.perDay(Rate.MOST_PERMITS)));

    private final Values values;
    private final OverridesReader overrides;
    private final Map<String, Cost> computed;

    OptionsReader(Values values, OverridesReader overrides, Map<String, Cost> computed) {
        this.values = values;
        this.overrides = overrides;
        this.computed = computed;
    }

    /** Returns the constants of an enum by the words that policies use for them. */
    public static <E extends Enum<E>> Map<String, E> words(E[] constants) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : constants) {
            words.put(constant.name().toLowerCase(Locale.ROOT), constant);
        }
        return words;
    }

    /** Returns the rule with the options in the fields; without a rule, only looks for mistakes. */
    Optional<Rule> read(Fields fields, Optional<Rule> rule) {
        Rule with = withWords(fields, rule.orElse(STAND_IN));
        Cost cost =
                fields.get("cost").flatMap(value -> cost(value, with.limit())).orElse(with.cost());
        List<Placed<OwnLimit>> own =
                fields.get("overrides").map(overrides::read).orElse(List.of());
        return rule.map(known -> withOverrides(with.withCost(cost), own));
    }

    private Rule withWords(Fields fields, Rule plain) {
        Rule rule = plain;
        rule = fields.get("mode").flatMap(this::mode).map(rule::withMode).orElse(rule);
        rule = fields.get("on-store-failure")
                .flatMap(value -> values.word(value, "on-store-failure", FAILURES))
                .map(rule::withOnFailure)
                .orElse(rule);
        rule = fields.get("scope")
                .flatMap(value -> values.word(value, "scope", SCOPES))
                .map(rule::withScope)
                .orElse(rule);
        boolean freeRetries = fields.get("idempotent")
                .flatMap(value -> values.flag(value, "idempotent"))
                .orElse(false);
        rule = rule.withOutcome(new Outcome(statuses(fields, "count-on"), statuses(fields, "give-back-on")));
        return waiting(fields, freeRetries ? rule.withFreeRetries() : rule);
    }

    private Rule waiting(Fields fields, Rule rule) {
        return fields.get("growing-wait")
                .flatMap(value -> new LimitReader(values)
                        .span(value)
                        .flatMap(most -> values.attempt(value.place(), () -> rule.withGrowingWait(most))))
                .orElse(rule);
    }

    Set<Integer> statuses(Fields fields, String key) {
        Set<Integer> statuses = new HashSet<>();
        fields.get(key)
                .map(value -> values.oneOrMore(value, "a status", STATUSES))
                .orElse(List.of())
                .forEach(item -> status(item).ifPresent(statuses::addAll));
        return statuses;
    }

    private Optional<Set<Integer>> status(Yaml value) {
        return value instanceof Yaml.Scalar scalar && !scalar.isNothing()
                ? values.attempt(value.place(), () -> Outcome.statuses(scalar.text()))
                : values.instead(value, "a status", STATUSES);
    }

    Optional<Mode> mode(Yaml value) {
        return values.word(value, "mode", MODES);
    }

    private Optional<Cost> cost(Yaml value, Limit limit) {
        if (value instanceof Yaml.Entries) {
            Optional<Fields> fields = values.fields(value, "a cost", "cost: {computed: name}", List.of("computed"));
            if (fields.isPresent() && !fields.get().has("computed")) {
                values.wrong(value.place(), "a cost is a number or computed; write 5 or {computed: name}");
            }
            return fields.flatMap(each -> each.get("computed"))
                    .flatMap(name -> values.word(name, "computed cost", computed));
        }
        return values.number(value, "cost", 1, Rate.MOST_PERMITS)
                .filter(permits -> fits(permits, limit, value.place()))
                .map(Cost.Fixed::new);
    }

    private Rule withOverrides(Rule rule, List<Placed<OwnLimit>> own) {
        Map<Subject, Limit> fitting = new LinkedHashMap<>();
        for (Placed<OwnLimit> override : own) {
            if (overrides.isCounted(override, List.of(rule)) && fits(rule, override)) {
                fitting.put(override.value().subject(), override.value().limit());
            }
        }
        return rule.withOverrides(fitting);
    }

    /** Returns whether the limit of an override can ever admit a request of this rule's cost, and fits into its lock. */
    boolean fits(Rule rule, Placed<OwnLimit> override) {
        boolean holdsCost = !(rule.cost() instanceof Cost.Fixed fixed)
                || fits(fixed.permits(), override.value().limit(), override.place());
        return holdsCost
                && values.attempt(override.place(), () -> {
                            rule.requireFits(override.value().limit());
                            return true;
                        })
                        .isPresent();
    }

    private boolean fits(long cost, Limit limit, Place place) {
        boolean fits = cost <= limit.capacity();
        if (!fits) {
            values.wrong(
                    place,
                    String.format(
                            Locale.ROOT,
                            "a request costs %,d, but %s never holds more than %,d; lower the cost or raise the capacity",
                            cost,
                            limit,
                            limit.capacity()));
        }
        return fits;
    }
}
