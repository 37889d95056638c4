package io.weir.policyfile.internal.read;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Match.CallerKind;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.UniqueNames;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the plain form of rules: global, tenant, anonymous, api-key, tiers and endpoints, each with capacity and
 * refill rate per minute.
 */
public final class PlainReader {

    private static final String EXAMPLE = "{capacity: 150, refill-rate: 100}";
    public static final List<String> KEYS = Stream.concat(
                    Stream.of("capacity", "refill-rate"), OptionsReader.KEYS.stream())
            .toList();
    private static final Limit ANONYMOUS = Limit.tokenBucket(Rate.perMinute(1_000));
    private static final String ENDPOINTS = "endpoints";
    private static final Pattern TIER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,49}");
    private static final Pattern ENDPOINT = Pattern.compile("/[A-Za-z0-9._/*{}-]{0,99}");
    private static final Pattern TAIL = Pattern.compile("(?<=.)/$|/\\*\\*$");

    private final Values values;
    private final UniqueNames names;
    private final LimitReader limits;
    private final PathReader paths;
    private final OptionsReader options;

    PlainReader(Values values, UniqueNames names, OptionsReader options) {
        this.values = values;
        this.names = names;
        this.limits = new LimitReader(values);
        this.paths = new PathReader(values);
        this.options = options;
    }

    Optional<Placed<Rule>> global(Yaml value) {
        return rule("global", value.place(), value, rule -> rule);
    }

    Optional<Placed<Rule>> tenant(Yaml value) {
        return rule("tenant", value.place(), value, rule -> rule.per(CountBy.of(Kind.TENANT)));
    }

    /** Reads the rule for API keys without a tier; all users of one key share its counter. */
    Optional<Placed<Rule>> apiKey(Yaml value) {
        Match withoutTier = Match.ALL.withCallers(CallerKind.WITHOUT_TIER);
        return rule(
                "api-key",
                value.place(),
                value,
                rule -> rule.matching(withoutTier).per(CountBy.of(Kind.API_KEY)));
    }

    /** Reads the rule for anonymous callers; there is one by default if the policy has tiers. */
    Optional<Placed<Rule>> anonymous(Optional<Yaml> given, Optional<Yaml> tiers) {
        if (given.isEmpty()) {
            tiers.ifPresent(value -> names.add("anonymous", value.place()));
            return tiers.map(value -> new Placed<>(forAnonymous(Rule.of("anonymous", ANONYMOUS)), value.place()));
        }
        if (given.get() instanceof Yaml.Scalar scalar && !scalar.isNothing()) {
            if (!scalar.text().equals("off") && !scalar.text().equals("false")) {
                String what = Words.quoted(scalar.text()) + " is not a limit for anonymous callers";
                values.wrong(scalar.place(), what + "; write off or " + EXAMPLE);
            }
            return Optional.empty();
        }
        return rule("anonymous", given.get().place(), given.get(), PlainReader::forAnonymous);
    }

    private static Rule forAnonymous(Rule rule) {
        return rule.matching(Match.ALL.withCallers(CallerKind.ANONYMOUS)).per(CountBy.IP);
    }

    List<Placed<Rule>> tiers(Yaml value) {
        List<Placed<Rule>> rules = new ArrayList<>();
        for (Yaml.Entry entry : entries(value, "tiers: {free: " + EXAMPLE + "}")) {
            String tier = entry.key().text();
            Place place = entry.key().place();
            if (TIER.matcher(tier).matches()) {
                Match match = Match.ALL.withTiers(tier);
                rule(
                                "tier-" + tier,
                                place,
                                entry.value(),
                                rule -> rule.matching(match).per(CountBy.CALLER))
                        .ifPresent(rules::add);
            } else {
                values.wrong(
                        place,
                        Words.quoted(tier)
                                + " is not a valid name for a tier; write up to 50 letters, digits and . _ -");
            }
        }
        return rules;
    }

    private List<Yaml.Entry> entries(Yaml value, String example) {
        return values.entries(value, "a mapping", example).orElse(List.of());
    }

    /** Returns the names of the tiers, those with the lowest rate first. */
    static List<String> lowestFirst(List<Placed<Rule>> tiers) {
        return tiers.stream()
                .map(Placed::value)
                .sorted(Comparator.comparingLong(rule -> rule.limit().rate().permits()))
                .flatMap(rule -> rule.match().tiers().stream())
                .toList();
    }

    List<Placed<Rule>> endpoints(Yaml value) {
        List<Placed<Rule>> rules = new ArrayList<>();
        for (Yaml.Entry entry : entries(value, "endpoints: {/orders: " + EXAMPLE + "}")) {
            endpoint(entry).ifPresent(rules::add);
        }
        return rules;
    }

    private Optional<Placed<Rule>> endpoint(Yaml.Entry entry) {
        Place place = entry.key().place();
        Optional<String> path = paths.read(entry.key());
        if (path.isEmpty()) {
            return Optional.empty();
        }
        String front = TAIL.matcher(path.get()).replaceAll("");
        String name = front.isEmpty() ? "/" : front;
        if (!ENDPOINT.matcher(name).matches()) {
            values.wrong(
                    place, "no rule can be named " + Words.quoted(name) + "; write it under rules: with another name");
            return Optional.empty();
        }
        Match match = Match.path(name.equals("/") ? "/**" : name + "/**");
        return rule(
                name,
                place,
                entry.value(),
                rule -> rule.matching(match).per(CountBy.CALLER).inGroup(ENDPOINTS));
    }

    private Optional<Placed<Rule>> rule(String name, Place place, Yaml value, UnaryOperator<Rule> shape) {
        names.add(name, place);
        Optional<Fields> fields = values.fields(value, "a limit", EXAMPLE, KEYS);
        Optional<Rule> rule = fields.flatMap(limits::level).map(limit -> shape.apply(Rule.of(name, limit)));
        return fields.flatMap(known -> options.read(known, rule)).map(each -> new Placed<>(each, place));
    }
}
