package io.weir.policyfile.internal.read;

import io.weir.limit.Limit;
import io.weir.policy.Policy;
import io.weir.policy.rule.Rule;
import io.weir.policy.rule.Subject;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.internal.read.OverridesReader.OwnLimit;
import io.weir.policyfile.internal.yaml.Mistakes;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Placed;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import io.weir.policyfile.internal.yaml.YamlParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds overrides for single subjects to a policy that was read before, with the same checks as for overrides in its
 * file.
 *
 * <p>Methods throw an {@link InvalidPolicyException} whose mistakes name {@code subject}, {@code rule} or
 * {@code limit} as their file.
 */
public final class OwnLimits {

    private record ForRule(String rule, OwnLimit own) {}

    private final Policy policy;
    private final Map<Subject, Limit> general;
    private final List<ForRule> ofRules = new ArrayList<>();

    public OwnLimits(Policy policy) {
        this.policy = policy;
        this.general = new LinkedHashMap<>(policy.overrides());
    }

    /** Returns a subject such as {@code user:42} in the form in which the rules of this policy count it. */
    public Subject subject(String text) {
        Mistakes mistakes = new Mistakes("subject");
        Optional<Subject> subject = reader(new Values(mistakes)).subject(scalar("subject", text));
        mistakes.throwIfAny();
        return subject.orElseThrow();
    }

    private OverridesReader reader(Values values) {
        return new OverridesReader(values, new LimitReader(values), policy.ipv6Prefix());
    }

    private static Yaml.Scalar scalar(String field, String text) {
        return new Yaml.Scalar(Place.named(field), text, Yaml.Style.PROPERTY);
    }

    /** Adds a limit that replaces those of all rules without a path. */
    public void add(String subject, String limit) {
        List<Rule> forAllPaths = policy.rules().stream()
                .filter(rule -> rule.match().path().isEmpty())
                .toList();
        OwnLimit own = read(subject, limit, forAllPaths);
        general.put(own.subject(), own.limit());
    }

    /** Adds a limit that replaces the one of a single rule. */
    public void add(String subject, String limit, String rule) {
        ofRules.add(new ForRule(rule, read(subject, limit, List.of(rule(rule)))));
    }

    /** Returns the rule of this name. */
    public Rule rule(String name) {
        return policy.rules().stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Mistakes("rule")
                        .last(
                                Place.named("rule"),
                                Words.unknown(
                                        "rule",
                                        name,
                                        policy.rules().stream().map(Rule::name).toList())));
    }

    private OwnLimit read(String subject, String limit, List<Rule> rules) {
        Mistakes mistakes = new Mistakes("limit");
        Values values = new Values(mistakes);
        OverridesReader reader = reader(values);
        Yaml.Entry entry = new Yaml.Entry(scalar("subject", subject), limit(limit, mistakes));
        List<Placed<OwnLimit>> read = reader.read(new Yaml.Entries(Place.named("subject"), List.of(entry)));
        mistakes.throwIfAny();
        Placed<OwnLimit> own = read.get(0);
        if (reader.isCounted(own, rules)) {
            requireFits(own.value(), rules, new OptionsReader(values, reader, Map.of()));
        }
        mistakes.throwIfAny();
        return own.value();
    }

    /** Reports the first rule that the limit does not fit, because the others would repeat the message. */
    private static void requireFits(OwnLimit own, List<Rule> rules, OptionsReader options) {
        Placed<OwnLimit> placed = new Placed<>(own, Place.named("limit"));
        for (Rule rule : rules) {
            boolean counts = rule.per().types().contains(own.subject().type());
            if (counts && !options.fits(rule, placed)) {
                return;
            }
        }
    }

    /** Reads {@code 10/min}, or a mapping such as {@code {algorithm: sliding-window, permits: 10, per: 1m}}. */
    private static Yaml limit(String text, Mistakes mistakes) {
        return text.stripLeading().startsWith("{")
                ? YamlParser.parse(text, mistakes).orElseThrow()
                : scalar("limit", text);
    }

    /** Returns the policy with all added limits. */
    public Policy policy() {
        List<Rule> rules = policy.rules().stream().map(this::withOwn).toList();
        return policy.withRules(rules).withOverrides(general);
    }

    private Rule withOwn(Rule rule) {
        Map<Subject, Limit> own = new LinkedHashMap<>(rule.overrides());
        ofRules.stream()
                .filter(each -> each.rule().equals(rule.name()))
                .forEach(each -> own.put(each.own().subject(), each.own().limit()));
        return rule.withOverrides(own);
    }
}
