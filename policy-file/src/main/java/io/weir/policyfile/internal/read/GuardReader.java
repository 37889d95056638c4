package io.weir.policyfile.internal.read;

import io.weir.policy.rule.Rule;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.List;

/** Reads what {@code guard:} stands for: ordinary rules, after those that are written out. */
final class GuardReader {

    private static final String EXAMPLE = "guard: {login: {path: /login}}";
    private static final String LOGIN = "login";

    private final Values values;
    private final LoginReader logins;

    GuardReader(Values values, UniqueNames names, OptionsReader options) {
        this.values = values;
        this.logins = new LoginReader(values, names, options);
    }

    List<Placed<Rule>> rules(Yaml value) {
        return values.fields(value, "a guard", EXAMPLE, List.of(LOGIN)).stream()
                .flatMap(fields -> fields.get(LOGIN).stream())
                .flatMap(login -> logins.rules(login).stream())
                .toList();
    }
}
