package io.weir.policyfile.internal.read;

import io.weir.limit.Limit;
import io.weir.limit.Rate;
import io.weir.policy.rule.BotTerms.HoneypotField;
import io.weir.policy.rule.CountBy;
import io.weir.policy.rule.Match;
import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Then;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.UniqueNames;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code guard: sign-up:}, which stands for two rules against made-up accounts, and a field that must stay empty. */
final class SignUpReader {

    private static final String EXAMPLE = "sign-up: {path: /api/v1/accounts, challenge: 2/h}";
    private static final String PATH = "path";
    private static final String PER_IP = "per-ip";
    private static final String CHALLENGE = "challenge";
    private static final String HONEYPOT_FIELD = "honeypot-field";
    private static final List<String> KEYS = List.of(PATH, PER_IP, CHALLENGE, HONEYPOT_FIELD);
    private static final Pattern FIELD = Pattern.compile("[A-Za-z0-9_.:-]{1,100}");
    private static final Limit USUAL_PER_IP = Limit.tokenBucket(Rate.perMinute(5));
    private static final Limit USUAL_CHALLENGE = Limit.slidingWindow(Rate.of(2, Duration.ofHours(1)));

    private final Values values;
    private final UniqueNames names;
    private final PathReader paths;
    private final LimitReader limits;
    private List<HoneypotField> honeypotFields = List.of();

    SignUpReader(Values values, UniqueNames names) {
        this.values = values;
        this.names = names;
        this.paths = new PathReader(values);
        this.limits = new LimitReader(values);
    }

    List<Placed<Rule>> rules(Yaml value) {
        List<Placed<Rule>> rules = new ArrayList<>();
        values.fields(value, "a guard of sign-ups", EXAMPLE, KEYS).ifPresent(fields -> {
            if (!fields.has(PATH)) {
                values.wrong(fields.place(), "the guard of sign-ups has no \"path\"; write " + EXAMPLE);
            }
            Optional<String> path = fields.get(PATH).flatMap(paths::read);
            honeypotFields =
                    path.flatMap(known -> honeypotField(fields, known)).stream().toList();
            rule(fields, path, "sign-up-per-ip", PER_IP, USUAL_PER_IP).ifPresent(rules::add);
            rule(fields, path, "sign-up-challenge", CHALLENGE, USUAL_CHALLENGE)
                    .map(rule -> new Placed<>(rule.value().then(new Then.Challenge()), rule.place()))
                    .ifPresent(rules::add);
        });
        return rules;
    }

    /** Returns the fields that must stay empty, after the rules were read. */
    List<HoneypotField> honeypotFields() {
        return honeypotFields;
    }

    private Optional<HoneypotField> honeypotField(Fields fields, String path) {
        Optional<Yaml> given = fields.get(HONEYPOT_FIELD);
        if (given.isEmpty()) {
            return Optional.empty();
        }
        boolean isName = given.get() instanceof Yaml.Scalar scalar
                && FIELD.matcher(scalar.text()).matches();
        return isName
                ? Optional.of(new HoneypotField(PathPattern.parse(path), ((Yaml.Scalar) given.get()).text()))
                : values.instead(given.get(), "the name of a field of a form", "website");
    }

    private Optional<Placed<Rule>> rule(Fields fields, Optional<String> path, String name, String key, Limit usual) {
        names.add(name, fields.place());
        Optional<Limit> limit = fields.has(key) ? fields.get(key).flatMap(limits::limit) : Optional.of(usual);
        return path.flatMap(known -> limit.map(each -> Rule.of(name, each)
                        .matching(Match.path(known).withMethods(Match.WRITING))
                        .per(CountBy.IP)))
                .map(rule -> new Placed<>(rule, fields.place()));
    }
}
