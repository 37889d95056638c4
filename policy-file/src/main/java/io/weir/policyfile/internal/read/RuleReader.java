package io.weir.policyfile.internal.read;

import io.weir.limit.Limit;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Dimension;
import io.weir.policy.rule.Dimension.Kind;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Match.CallerKind;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.UniqueNames;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads rules in the general form. */
final class RuleReader {

    private static final String EXAMPLE = "- {name: per-ip, per: ip, limit: 100/min}";
    static final List<String> KEYS = Stream.concat(
                    Stream.of("name", "match", "per", "limit", "group", "then", "distinct"),
                    OptionsReader.KEYS.stream())
            .toList();
    private static final Set<Kind> OF_KNOWN_CALLERS = Set.of(Kind.USER, Kind.API_KEY, Kind.CLAIM);

    private final Values values;
    private final UniqueNames names;
    private final MatchReader matches;
    private final PerReader pers;
    private final LimitReader limits;
    private final ThenReader thens;
    private final OptionsReader options;

    RuleReader(Values values, UniqueNames names, MatchReader matches, OptionsReader options) {
        this.values = values;
        this.names = names;
        this.matches = matches;
        this.pers = new PerReader(values);
        this.limits = new LimitReader(values);
        this.thens = new ThenReader(values);
        this.options = options;
    }

    List<Placed<Rule>> rules(Yaml value) {
        List<Placed<Rule>> rules = new ArrayList<>();
        for (Yaml item : values.items(value, "a list of rules", EXAMPLE)) {
            values.fields(item, "a rule", EXAMPLE, KEYS).flatMap(this::rule).ifPresent(rules::add);
        }
        return rules;
    }

    private Optional<Placed<Rule>> rule(Fields fields) {
        Optional<String> name = names.read(fields, "login-per-ip");
        Optional<Match> match =
                values.faultless(() -> fields.get("match").map(matches::read).orElse(Match.ALL));
        Optional<CountBy> per = required(fields, "per", "per: ip").flatMap(pers::read);
        Optional<Limit> limit = required(fields, "limit", "limit: 10/min").flatMap(limits::limit);
        Optional<String> group = fields.get("group").flatMap(value -> values.text(value, "a group", "group: reports"));
        match.ifPresent(known -> per.ifPresent(what -> requireCounting(fields, known, what)));
        Optional<Rule> rule = match.isPresent() && name.isPresent() && per.isPresent() && limit.isPresent()
                ? Optional.of(
                        Rule.of(name.get(), limit.get()).matching(match.get()).per(per.get()))
                : Optional.empty();
        Optional<Rule> grouped = group.isPresent() ? rule.map(each -> each.inGroup(group.get())) : rule;
        return extended(fields, options.read(fields, grouped)).map(each -> new Placed<>(each, fields.place()));
    }

    /** Adds what needs all other parts of the rule to be checked. */
    private Optional<Rule> extended(Fields fields, Optional<Rule> rule) {
        Optional<Then> then = fields.get("then").flatMap(thens::read);
        Optional<Dimension> distinct = fields.get("distinct").flatMap(pers::distinct);
        return rule.flatMap(plain -> values.attempt(fields.place(), () -> {
            Rule acting = then.isPresent() ? ThenReader.acting(fields, plain, then.get()) : plain;
            return distinct.isPresent() ? acting.countingDistinct(distinct.get()) : acting;
        }));
    }

    private Optional<Yaml> required(Fields fields, String key, String example) {
        if (!fields.has(key)) {
            values.wrong(fields.place(), "the rule has no \"" + key + "\"; write " + example);
        }
        return fields.get(key);
    }

    /** Reports a rule whose match excludes all subjects that it counts, because it would never have an effect. */
    private void requireCounting(Fields fields, Match match, CountBy per) {
        for (Dimension dimension : per.dimensions()) {
            if (dimension.kind() == Kind.KEY && match.key().isEmpty()) {
                values.wrong(fields.place(), "the rule applies to no request: counting by key needs match: {key: '*'}");
            }
            if (match.callers() == CallerKind.ANONYMOUS && OF_KNOWN_CALLERS.contains(dimension.kind())) {
                values.wrong(
                        fields.place(),
                        "the rule applies to no request: anonymous callers have no user, API key or claims;"
                                + " write per: ip, or remove callers");
            }
        }
    }
}
