package io.weir.policyfile.internal.read;

import io.weir.limit.Limit;
import io.weir.policy.Bypass;
import io.weir.policy.Policy;
import io.weir.policy.rule.Cost;
import io.weir.policy.rule.Mode;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policyfile.RulePlace;
import io.weir.policyfile.internal.read.OverridesReader.OwnLimit;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.UniqueNames;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the fields under {@code rate-limit}. */
public final class PolicyBody {

    private static final String API_KEY = "api-key";
    private static final String GUARD = "guard";

    public static final List<String> KEYS = List.of(
            "global",
            "tenant",
            "anonymous",
            API_KEY,
            "tiers",
            "endpoints",
            "rules",
            GUARD,
            "mode",
            "overrides",
            "bypass",
            "ipv6-prefix");

    public static final List<String> GUARD_KEYS = GuardReader.KEYS;

    /** The keys whose values are lists. */
    public static final Set<String> LISTS = Set.of("rules", "bypass");

    /** The keys whose values are mappings, which several files may continue. */
    public static final Set<String> MAPPINGS = Set.of("tiers", "endpoints", "overrides", GUARD);

    private static final int IPV6_PREFIX = 64;

    private final Values values;
    private final Fields fields;
    private final UniqueNames names;
    private final int ipv6Prefix;
    private final OverridesReader overrides;
    private final OptionsReader options;
    private final GuardReader guard;
    private final List<Placed<Rule>> rules = new ArrayList<>();

    public PolicyBody(Values values, Fields fields, Map<String, Cost> computed) {
        this.values = values;
        this.fields = fields;
        this.names = new UniqueNames("a rule", values);
        this.ipv6Prefix = fields.get("ipv6-prefix")
                .flatMap(value -> values.number(value, "ipv6-prefix", 16, 128))
                .map(Long::intValue)
                .orElse(IPV6_PREFIX);
        this.overrides = new OverridesReader(values, new LimitReader(values), ipv6Prefix);
        this.options = new OptionsReader(values, overrides, computed);
        this.guard = new GuardReader(values, names, options);
    }

    /** Returns the policy, or an empty one if there was a mistake. */
    public Policy read() {
        Optional<List<String>> tiers = values.faultless(() -> {
            List<String> named = readPlain();
            fields.get("rules").ifPresent(this::readRules);
            fields.get(GUARD).map(guard::rules).ifPresent(rules::addAll);
            return named;
        });
        names.reportRepeated();
        if (!values.hasMistakes() && rules.isEmpty() && guard.requestLimits().isEmpty()) {
            values.wrong(fields.place(), "there is no rule; write global, tiers, endpoints or rules");
        }
        new RepeatedRules(values).check(rules);
        Map<Subject, Limit> general = readOverrides(tiers.isPresent());
        List<Bypass> bypasses =
                fields.get("bypass").map(new BypassReader(values)::read).orElse(List.of());
        Mode mode = fields.get("mode").flatMap(options::mode).orElse(Mode.ENFORCE);
        if (values.hasMistakes()) {
            return Policy.of();
        }
        Policy policy = Policy.of(rules.stream().map(Placed::value).toList())
                .withTiers(tiers.orElseThrow())
                .withOverrides(general)
                .withBypasses(bypasses)
                .withMode(mode)
                .withIpv6Prefix(ipv6Prefix)
                .withBots(guard.botTerms())
                .withRequestLimits(guard.requestLimits());
        return fields.has(API_KEY) ? policy.withApiKeysOutsideTiers() : policy;
    }

    /**
     * Reads the policy, and returns where its rules are written.
     *
     * @param unnamed the name of the file whose places name none
     */
    public List<RulePlace> places(String unnamed) {
        read();
        return rules.stream()
                .map(rule -> new RulePlace(
                        rule.value().name(),
                        rule.place().file().isEmpty() ? unnamed : rule.place().file(),
                        rule.place().line()))
                .toList();
    }

    private List<String> readPlain() {
        PlainReader plain = new PlainReader(values, names, options);
        fields.get("global").flatMap(plain::global).ifPresent(rules::add);
        fields.get("tenant").flatMap(plain::tenant).ifPresent(rules::add);
        plain.anonymous(fields.get("anonymous"), fields.get("tiers")).ifPresent(rules::add);
        fields.get(API_KEY).flatMap(plain::apiKey).ifPresent(rules::add);
        List<Placed<Rule>> tiers = fields.get("tiers").map(plain::tiers).orElse(List.of());
        rules.addAll(tiers);
        fields.get("endpoints").map(plain::endpoints).ifPresent(rules::addAll);
        return PlainReader.lowestFirst(tiers);
    }

    private void readRules(Yaml value) {
        MatchReader matches = new MatchReader(values, declaredTiers());
        rules.addAll(new RuleReader(values, names, matches, options).rules(value));
    }

    /** Returns the names of all tiers, including those with mistakes. */
    private List<String> declaredTiers() {
        return fields.get("tiers").stream()
                .filter(Yaml.Entries.class::isInstance)
                .flatMap(tiers -> ((Yaml.Entries) tiers).entries().stream())
                .map(entry -> entry.key().text())
                .toList();
    }

    /** @param complete whether all rules could be read, so that an override that no rule counts is a mistake */
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
