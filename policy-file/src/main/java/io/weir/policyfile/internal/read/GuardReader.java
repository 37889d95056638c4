package io.weir.policyfile.internal.read;

import io.weir.policy.rule.BotTerms;
import io.weir.policy.rule.RequestLimit;
import io.weir.policy.rule.Rule;
import io.weir.policyfile.internal.read.BotsReader.Bots;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.UniqueNames;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.List;
import java.util.stream.Stream;

/** Reads what {@code guard:} stands for: ordinary rules, after those that are written out, and what classifiers are told. */
final class GuardReader {

    private static final String EXAMPLE = "guard: {login: {path: /login}}";
    private static final String LOGIN = "login";
    private static final String BOTS = "bots";
    private static final String SIGN_UP = "sign-up";
    private static final String REQUESTS = "requests";

    static final List<String> KEYS = List.of(LOGIN, BOTS, SIGN_UP, REQUESTS);

    private final Values values;
    private final LoginReader logins;
    private final BotsReader bots;
    private final SignUpReader signUps;
    private final RequestLimitsReader requests;
    private BotTerms botTerms = BotTerms.NONE;
    private List<RequestLimit> requestLimits = List.of();

    GuardReader(Values values, UniqueNames names, OptionsReader options) {
        this.values = values;
        this.logins = new LoginReader(values, names, options);
        this.bots = new BotsReader(values, names, options);
        this.signUps = new SignUpReader(values, names);
        this.requests = new RequestLimitsReader(values);
    }

    List<Placed<Rule>> rules(Yaml value) {
        return values.fields(value, "a guard", EXAMPLE, KEYS).stream()
                .flatMap(fields -> {
                    Bots found = fields.get(BOTS).map(bots::read).orElse(Bots.NONE);
                    botTerms = found.terms();
                    requestLimits = fields.get(REQUESTS).map(requests::read).orElse(List.of());
                    List<Placed<Rule>> ofSignUps =
                            fields.get(SIGN_UP).map(signUps::rules).orElse(List.of());
                    botTerms = botTerms.withHoneypotFields(signUps.honeypotFields());
                    List<Placed<Rule>> ofLogins =
                            fields.get(LOGIN).map(logins::rules).orElse(List.of());
                    return Stream.of(ofLogins, found.rules(), ofSignUps).flatMap(List::stream);
                })
                .toList();
    }

    /** Returns what requests may look like, after the rules were read. */
    List<RequestLimit> requestLimits() {
        return requestLimits;
    }

    /** Returns what the classifier of bots is told, after the rules were read. */
    BotTerms botTerms() {
        return botTerms;
    }
}
