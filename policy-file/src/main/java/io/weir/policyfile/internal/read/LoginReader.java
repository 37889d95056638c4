package io.weir.policyfile.internal.read;

import io.weir.limit.Algorithm;
import io.weir.limit.Limit;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Outcome;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.UniqueNames;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads {@code guard: login:}, which stands for the rules of {@link LoginPreset}. */
final class LoginReader {

    private static final String EXAMPLE = "login: {path: /login}";
    private static final String OFF = "off";
    private static final String FAILED_ON = "failed-on";
    static final List<String> KEYS = Stream.concat(
                    Stream.of("path", FAILED_ON, "mode", OFF),
                    LoginPreset.ALL.stream().map(LoginPreset::word))
            .toList();
    static final List<String> RULE_KEYS = List.of("limit", "then", "mode", "on-store-failure", "overrides");

    /** The status by which the login guard reports a failure. */
    private static final int FAILED = 401;

    private static final Pattern FOR = Pattern.compile("(?<limit>.*\\S)\\s+for\\s+(?<time>\\S.*)");

    private final Values values;
    private final UniqueNames names;
    private final OptionsReader options;
    private final LimitReader limits;
    private final ThenReader thens;

    LoginReader(Values values, UniqueNames names, OptionsReader options) {
        this.values = values;
        this.names = names;
        this.options = options;
        this.limits = new LimitReader(values);
        this.thens = new ThenReader(values);
    }

    List<Placed<Rule>> rules(Yaml value) {
        return values.fields(value, "what guards logins", EXAMPLE, KEYS)
                .map(this::rules)
                .orElse(List.of());
    }

    private List<Placed<Rule>> rules(Fields fields) {
        Optional<String> path = path(fields);
        Optional<Outcome> failures = failures(fields);
        Mode most = fields.get("mode").flatMap(options::mode).orElse(Mode.ENFORCE);
        Set<LoginPreset> off = off(fields);
        List<Placed<Rule>> rules = new ArrayList<>();
        for (LoginPreset preset : LoginPreset.ALL) {
            Optional<Yaml> given = fields.get(preset.word());
            Place place = given.map(Yaml::place).orElse(fields.place());
            Rule usual = preset.at(path.orElse("/"), failures.orElse(LoginPreset.FAILED));
            Optional<Rule> rule = given.isEmpty() ? Optional.of(usual) : rule(preset, usual, given.get());
            if (!off.contains(preset)) {
                names.add(usual.name(), place);
                rule.map(known -> known.withMode(known.mode().and(most)))
                        .ifPresent(known -> rules.add(new Placed<>(known, place)));
            }
        }
        return path.isPresent() && failures.isPresent() ? rules : List.of();
    }

    private Optional<String> path(Fields fields) {
        if (!fields.has("path")) {
            values.wrong(fields.place(), "logins have no \"path\"; write path: /login");
        }
        return fields.get("path").flatMap(new PathReader(values)::read);
    }

    private Optional<Outcome> failures(Fields fields) {
        if (!fields.has(FAILED_ON)) {
            return Optional.of(LoginPreset.FAILED);
        }
        Set<Integer> statuses = options.statuses(fields, FAILED_ON);
        boolean only4xx = statuses.stream().allMatch(status -> status >= 400 && status < 500);
        if (only4xx && statuses.contains(FAILED)) {
            return Optional.of(new Outcome(statuses, Set.of()));
        }
        if (!statuses.isEmpty()) {
            values.wrong(
                    fields.get(FAILED_ON).orElseThrow().place(),
                    "a login fails with statuses from 400 to 499, and with 401 among them, by which the guard"
                            + " reports it; write [401, 403]");
        }
        return Optional.empty();
    }

    private Set<LoginPreset> off(Fields fields) {
        Set<LoginPreset> off = new HashSet<>();
        fields.get(OFF)
                .map(value -> values.oneOrMore(value, "the name of a rule", "[login-password]"))
                .orElse(List.of())
                .forEach(item -> values.word(item, "rule of logins", LoginPreset.byRuleName())
                        .ifPresent(off::add));
        if (off.size() == LoginPreset.ALL.size()) {
            values.wrong(fields.place(), "all rules of logins are off; remove login instead");
        }
        return off;
    }

    /** Returns the usual rule with what is written for it: {@code 5 per 15min}, or a mapping. */
    private Optional<Rule> rule(LoginPreset preset, Rule usual, Yaml given) {
        if (given instanceof Yaml.Entries) {
            return values.fields(given, "a rule of logins", "{limit: 5 per 15min, mode: shadow}", RULE_KEYS)
                    .flatMap(fields -> rule(preset, usual, fields));
        }
        if (!(given instanceof Yaml.Scalar scalar)) {
            return values.instead(given, "a limit", usual.limit().rate() + " or {mode: shadow}");
        }
        Matcher parts = FOR.matcher(scalar.text());
        if (!parts.matches()) {
            return limit(preset, given).flatMap(limit -> acting(usual, given.place(), limit, usual.then()));
        }
        if (!preset.locks()) {
            String why = " does not lock, so it has no time; write ";
            values.wrong(given.place(), usual.name() + why + parts.group("limit"));
            return Optional.empty();
        }
        Optional<Limit> limit = limit(preset, part(scalar, parts.group("limit")));
        Optional<Then> lock = limits.span(part(scalar, parts.group("time")))
                .flatMap(time -> values.attempt(given.place(), () -> new Then.Lock(time)));
        return limit.isEmpty() || lock.isEmpty()
                ? Optional.empty()
                : acting(usual, given.place(), limit.get(), lock.get());
    }

    private static Yaml.Scalar part(Yaml.Scalar whole, String part) {
        return new Yaml.Scalar(whole.place(), part, whole.style());
    }

    private Optional<Rule> rule(LoginPreset preset, Rule usual, Fields fields) {
        Optional<Limit> limit = fields.has("limit")
                ? fields.get("limit").flatMap(value -> limit(preset, value))
                : Optional.of(usual.limit());
        Optional<Then> then = fields.has("then") ? fields.get("then").flatMap(thens::read) : Optional.of(usual.then());
        Optional<Rule> rule = limit.isEmpty() || then.isEmpty()
                ? Optional.empty()
                : acting(usual, fields.place(), limit.get(), then.get());
        return options.read(fields, rule).map(known -> known.withOutcome(usual.outcome()));
    }

    /** Changes both at once, because a lock must be as long as the window of its limit. */
    private Optional<Rule> acting(Rule usual, Place place, Limit limit, Then then) {
        return values.attempt(
                place, () -> usual.then(Then.DENY).withLimit(limit).then(then));
    }

    /** Reads a limit. A plain rate is one of the rule's usual algorithm. */
    private Optional<Limit> limit(LoginPreset preset, Yaml value) {
        Optional<Limit> limit = limits.limit(value);
        if (value instanceof Yaml.Entries || preset.algorithm() == Algorithm.TOKEN_BUCKET) {
            return limit;
        }
        return limit.flatMap(bucket -> {
            if (bucket.capacity() != bucket.rate().permits()) {
                values.wrong(
                        value.place(),
                        preset.rule().name() + " counts in a window, which has no burst; write " + bucket.rate());
                return Optional.empty();
            }
            return values.attempt(value.place(), () -> preset.algorithm().limit(bucket.rate()));
        });
    }
}
