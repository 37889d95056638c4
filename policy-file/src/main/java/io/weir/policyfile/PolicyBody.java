package io.weir.policyfile;

import io.weir.limit.Limit;
import io.weir.policy.Cost;
import io.weir.policy.Mode;
import io.weir.policy.Policy;
import io.weir.policy.Rule;
import io.weir.policy.Subject;
import io.weir.policyfile.OverridesReader.OwnLimit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what stands under {@code rate-limit}. */
final class PolicyBody {

    static final List<String> KEYS =
            List.of("global", "anonymous", "tiers", "endpoints", "rules", "mode", "overrides", "bypass", "ipv6-prefix");

    /** Of these, those that are lists, and those that are mappings of whatever keys. */
    static final Set<String> LISTS = Set.of("rules", "bypass");

    static final Set<String> MAPPINGS = Set.of("tiers", "endpoints", "overrides");

    private static final int IPV6_PREFIX = 64;

    private final Values values;
    private final Fields fields;
    private final Names names;
    private final int ipv6Prefix;
    private final OverridesReader overrides;
    private final OptionsReader options;
    private final List<Placed<Rule>> rules = new ArrayList<>();

    PolicyBody(Values values, Fields fields, Map<String, Cost> computed) {
        this.values = values;
        this.fields = fields;
        this.names = new Names("a rule", values);
        this.ipv6Prefix = fields.get("ipv6-prefix")
                .flatMap(value -> values.number(value, "ipv6-prefix", 16, 128))
                .map(Long::intValue)
                .orElse(IPV6_PREFIX);
        this.overrides = new OverridesReader(values, new LimitReader(values), ipv6Prefix);
        this.options = new OptionsReader(values, overrides, computed);
    }

    /** The policy, which is of no use if there was a mistake. */
    Policy read() {
        int before = values.mistakes();
        List<String> tiers = readPlain();
        fields.get("rules").ifPresent(this::readRules);
        boolean complete = values.mistakes() == before;
        if (values.mistakes() == 0 && rules.isEmpty()) {
            values.wrong(fields.place(), "there is no rule; write global, tiers, endpoints or rules");
        }
        new Repetitions(values).check(rules);
        return Policy.of(rules.stream().map(Placed::value).toList())
                .withTiers(tiers)
                .withOverrides(readOverrides(complete))
                .withBypasses(
                        fields.get("bypass").map(new BypassReader(values)::read).orElse(List.of()))
                .withMode(fields.get("mode").flatMap(options::mode).orElse(Mode.ENFORCE))
                .withIpv6Prefix(ipv6Prefix);
    }

    private List<String> readPlain() {
        PlainReader plain = new PlainReader(values, names, options);
        fields.get("global").flatMap(plain::global).ifPresent(rules::add);
        plain.anonymous(fields.get("anonymous"), fields.get("tiers")).ifPresent(rules::add);
        List<Placed<Rule>> tiers = fields.get("tiers").map(plain::tiers).orElse(List.of());
        rules.addAll(tiers);
        fields.get("endpoints").map(plain::endpoints).ifPresent(rules::addAll);
        return PlainReader.lowestFirst(tiers);
    }

    private void readRules(Yaml value) {
        MatchReader matches = new MatchReader(values, declaredTiers());
        rules.addAll(new RuleReader(values, names, matches, options).rules(value));
    }

    /** Those with mistakes in them as well. */
    private List<String> declaredTiers() {
        return fields.get("tiers").stream()
                .filter(Yaml.Entries.class::isInstance)
                .flatMap(tiers -> ((Yaml.Entries) tiers).entries().stream())
                .map(entry -> entry.key().text())
                .toList();
    }

    /** @param complete whether the rules are all there, so that one can say what none of them counts */
    private Map<Subject, Limit> readOverrides(boolean complete) {
        Map<Subject, Limit> general = new LinkedHashMap<>();
        List<Rule> forAllPaths = rules.stream()
                .map(Placed::value)
                .filter(rule -> rule.match().path().isEmpty())
                .toList();
        for (Placed<OwnLimit> override :
                fields.get("overrides").map(overrides::read).orElse(List.of())) {
            if (complete && overrides.isCounted(override, forAllPaths) && fits(override, forAllPaths)) {
                general.put(override.value().subject(), override.value().limit());
            }
        }
        return general;
    }

    private boolean fits(Placed<OwnLimit> override, List<Rule> forAllPaths) {
        return forAllPaths.stream()
                .filter(rule ->
                        rule.per().types().contains(override.value().subject().type()))
                .allMatch(rule -> options.fits(rule, override));
    }
}
