package io.weir.policyfile.internal.read;

import io.weir.limit.Limit;
import io.weir.policy.rule.BotTerms;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Glob;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.Match.CallerKind;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.UniqueNames;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads {@code guard: bots:}, which stands for a rule for each band of bots, and names traps and own programs. */
final class BotsReader {

    static final List<String> BANDS = List.of("possible", "likely", "certain");

    private static final String EXAMPLE = "bots: {likely: {limit: 20/min, then: challenge}, certain: {limit: 5/min}}";
    private static final String RULE_EXAMPLE = "{limit: 20/min, then: challenge}";
    private static final String HONEYPOTS = "honeypots";
    private static final String ALLOWED_AGENTS = "allowed-agents";
    private static final String LIMIT = "limit";
    private static final String THEN = "then";
    private static final List<String> KEYS =
            Stream.concat(Stream.of(HONEYPOTS, ALLOWED_AGENTS), BANDS.stream()).toList();
    private static final List<String> RULE_KEYS =
            Stream.concat(Stream.of(LIMIT, THEN), OptionsReader.KEYS.stream()).toList();

    private final Values values;
    private final UniqueNames names;
    private final OptionsReader options;
    private final PathReader paths;
    private final LimitReader limits;
    private final ThenReader thens;

    BotsReader(Values values, UniqueNames names, OptionsReader options) {
        this.values = values;
        this.names = names;
        this.options = options;
        this.paths = new PathReader(values);
        this.limits = new LimitReader(values);
        this.thens = new ThenReader(values);
    }

    /** What {@code bots:} stands for. */
    record Bots(BotTerms terms, List<Placed<Rule>> rules) {

        static final Bots NONE = new Bots(BotTerms.NONE, List.of());
    }

    Bots read(Yaml value) {
        if (value instanceof Yaml.Entries mapping && mapping.entries().isEmpty()) {
            values.wrong(value.place(), "bots says nothing; write " + EXAMPLE);
            return Bots.NONE;
        }
        return values.fields(value, "what to do about bots", EXAMPLE, KEYS)
                .map(this::read)
                .orElse(Bots.NONE);
    }

    private Bots read(Fields fields) {
        List<PathPattern> honeypots = items(
                fields,
                HONEYPOTS,
                "a path",
                "/wp-login.php",
                item -> paths.read(item).map(PathPattern::parse));
        List<Glob> agents = items(
                fields,
                ALLOWED_AGENTS,
                "an agent",
                "'ShopApp/*'",
                item -> values.text(item, "an agent", "'ShopApp/*'").map(Glob::new));
        List<Placed<Rule>> rules = new ArrayList<>();
        for (String band : BANDS) {
            fields.get(band).flatMap(value -> rule(band, value)).ifPresent(rules::add);
        }
        return new Bots(new BotTerms(honeypots, agents), rules);
    }

    private <T> List<T> items(
            Fields fields, String key, String what, String example, Function<Yaml, Optional<T>> reading) {
        return fields.get(key).map(value -> values.oneOrMore(value, what, example)).orElse(List.of()).stream()
                .flatMap(item -> reading.apply(item).stream())
                .toList();
    }

    private Optional<Placed<Rule>> rule(String band, Yaml value) {
        String name = "bots-" + band;
        names.add(name, value.place());
        Optional<Fields> fields = values.fields(value, "a rule for bots", RULE_EXAMPLE, RULE_KEYS);
        Optional<Limit> limit = fields.flatMap(known -> required(known)).flatMap(limits::limit);
        Match match = Match.ALL.withCallers(CallerKind.ANONYMOUS).withFacts(Map.of("bot", new Glob(band)));
        Optional<Rule> rule =
                limit.map(each -> Rule.of(name, each).matching(match).per(CountBy.IP));
        return fields.flatMap(known -> acting(known, options.read(known, rule)))
                .map(each -> new Placed<>(each, value.place()));
    }

    private Optional<Yaml> required(Fields fields) {
        if (!fields.has(LIMIT)) {
            values.wrong(fields.place(), "the rule has no \"limit\"; write " + RULE_EXAMPLE);
        }
        return fields.get(LIMIT);
    }

    private Optional<Rule> acting(Fields fields, Optional<Rule> rule) {
        Optional<Then> then = fields.get(THEN).flatMap(thens::read);
        return rule.flatMap(plain -> values.attempt(
                fields.place(), () -> then.isPresent() ? ThenReader.acting(fields, plain, then.get()) : plain));
    }
}
