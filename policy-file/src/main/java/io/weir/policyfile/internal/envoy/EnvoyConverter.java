package io.weir.policyfile.internal.envoy;

import io.weir.limit.Limit;
import io.weir.policyfile.internal.envoy.DescriptorLimit.Manner;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.store.OnFailure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Converts files of envoyproxy/ratelimit to the rules of a policy. The files do not say what the keys of descriptors
 * mean, so the caller does. Descriptors that rules cannot express become notes. An instance is used once.
 */
public final class EnvoyConverter {

    /** A policy as YAML with the notes as comments, and the notes alone. */
    public record Converted(String yaml, List<String> notes) {}

    private final Map<String, Attribute> attributes = new LinkedHashMap<>();
    private final StringBuilder rules = new StringBuilder();
    private final List<String> notes = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /** @param meanings maps keys of descriptors to attributes such as {@code user} or {@code header:X-User} */
    public EnvoyConverter(Map<String, String> meanings) {
        attributes.put("remote_address", Attribute.parse("ip"));
        attributes.put("path", Attribute.parse("path"));
        attributes.put("method", Attribute.parse("method"));
        meanings.forEach((key, meaning) -> attributes.put(key, Attribute.parse(meaning)));
    }

    public Converted convert(Domains domains) {
        for (Domain domain : domains.all()) {
            if (domain.deniedHits() == DeniedHits.COUNTED) {
                notes.add(domain.name() + ": a request over one limit is charged to no rule here, while Envoy's files"
                        + " count it in every limit");
            }
            convert(domain, List.of(), domain.descriptors());
        }
        StringBuilder yaml = new StringBuilder("# Converted from the files of envoyproxy/ratelimit.\n");
        notes.forEach(note -> yaml.append("# ").append(note).append('\n'));
        yaml.append(rules.isEmpty() ? "rules: []\n" : "rules:\n" + rules);
        return new Converted(yaml.toString(), List.copyOf(notes));
    }

    private void convert(Domain domain, List<Node> above, List<Node> nodes) {
        for (Node node : nodes) {
            List<Node> path = new ArrayList<>(above);
            path.add(node);
            Optional<Node> general = general(node, nodes);
            boolean inGeneral = general.isPresent() && isDimension(node);
            if (inGeneral) {
                noteUnlessOverride(domain, path);
            } else if (node.limit().isPresent()) {
                if (general.flatMap(Node::limit).isPresent()) {
                    note(domain, path, "the rule for every " + node.key() + " applies to this one too");
                }
                rule(domain, path, node.limit().get(), nodes);
            }
            convert(domain, path, node.children());
        }
    }

    /** Returns the sibling for all values of the same key, whose rule would match the same requests. */
    private static Optional<Node> general(Node node, List<Node> siblings) {
        return siblings.stream()
                .filter(each -> !node.value().isEmpty()
                        && each.value().isEmpty()
                        && each.key().equals(node.key()))
                .filter(each -> each.limit().isPresent())
                .findFirst();
    }

    private boolean isDimension(Node node) {
        Attribute attribute = attributes.get(node.key());
        return attribute != null && attribute.isDimension();
    }

    private void noteUnlessOverride(Domain domain, List<Node> path) {
        Node node = path.get(path.size() - 1);
        if (override(node).isEmpty()) {
            note(
                    domain,
                    path,
                    "a rule cannot have such an override; the rule for every " + node.key() + " applies to it too");
        }
    }

    /** Returns the allowance if the rule for all values can have it as an override for this value. */
    private static Optional<Allowance> override(Node node) {
        return node.limit()
                .filter(limit -> limit.manner() == Manner.ENFORCED && !node.hasWildcard())
                .flatMap(DescriptorLimit::counting)
                .map(counting -> counting.allowance())
                .filter(allowance -> allowance.requests() > 0);
    }

    private void rule(Domain domain, List<Node> path, DescriptorLimit limit, List<Node> siblings) {
        Optional<String> impossible = impossible(limit).or(() -> impossible(path));
        if (impossible.isPresent()) {
            note(domain, path, impossible.get());
            return;
        }
        if (!limit.replaces().isEmpty()) {
            note(domain, path, "it does not replace " + String.join(", ", limit.replaces()) + ": both rules apply");
        }
        List<String> match = new ArrayList<>();
        List<String> per = new ArrayList<>();
        for (Node node : path) {
            attribute(node).write(node, match, per);
        }
        rules.append("  - name: ").append(quoted(name(domain, path))).append('\n');
        if (!match.isEmpty()) {
            rules.append("    match: {").append(String.join(", ", match)).append("}\n");
        }
        rules.append("    per: ").append(per.isEmpty() ? "global" : per.size() == 1 ? per.get(0) : per.toString());
        rules.append("\n    limit: ")
                .append(text(limit.counting().orElseThrow().allowance()))
                .append('\n');
        if (limit.manner() == Manner.SHADOW) {
            rules.append("    mode: shadow\n");
        }
        if (limit.onFailure() != OnFailure.LOCAL) {
            rules.append("    on-store-failure: ")
                    .append(limit.onFailure().name().toLowerCase(Locale.ROOT))
                    .append('\n');
        }
        if (path.stream().anyMatch(node -> attribute(node).isPath())) {
            rules.append("    group: ").append(quoted(group(domain, path))).append('\n');
        }
        overrides(path.get(path.size() - 1), siblings);
    }

    private void overrides(Node general, List<Node> siblings) {
        StringBuilder overrides = new StringBuilder();
        for (Node node : siblings) {
            if (general.value().isEmpty() && general(node, List.of(general)).isPresent() && isDimension(node)) {
                override(node)
                        .ifPresent(allowance -> overrides
                                .append("      ")
                                .append(quoted(attribute(node).type() + ":" + node.value()))
                                .append(": ")
                                .append(text(allowance))
                                .append('\n'));
            }
        }
        if (!overrides.isEmpty()) {
            rules.append("    overrides:\n").append(overrides);
        }
    }

    private static Optional<String> impossible(DescriptorLimit limit) {
        if (limit.counting().isEmpty()) {
            return Optional.of("an unlimited descriptor needs no rule");
        }
        if (limit.counting().get().allowance().requests() == 0) {
            return Optional.of("a rule cannot allow 0 requests; reject such requests elsewhere");
        }
        return limit.manner() == Manner.QUOTA ? Optional.of("rules have no quota_mode") : Optional.empty();
    }

    private Optional<String> impossible(List<Node> path) {
        Set<Attribute> seen = new HashSet<>();
        for (Node node : path) {
            Attribute attribute = attributes.get(node.key());
            if (attribute == null) {
                return Optional.of("the meaning of " + Words.quoted(node.key()) + " is unknown; write --as "
                        + node.key() + "=user, tenant, api-key, header:<name>, path or method");
            }
            if (!seen.add(attribute)) {
                return Optional.of("a request has only one " + node.key());
            }
            Optional<String> problem = attribute.problem(node);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Attribute attribute(Node node) {
        Attribute attribute = attributes.get(node.key());
        if (attribute == null) {
            throw new IllegalStateException("this key has no meaning: " + node.key());
        }
        return attribute;
    }

    private void note(Domain domain, List<Node> path, String why) {
        notes.add(domain.name() + ": "
                + String.join(" > ", path.stream().map(Node::name).toList()) + ": " + why);
    }

    /** Envoy applies the most specific path of several descriptors with the same keys, as a group of rules does. */
    private static String group(Domain domain, List<Node> path) {
        return domain.name() + "."
                + String.join(".", path.stream().map(Node::key).toList());
    }

    private String name(Domain domain, List<Node> path) {
        String full = domain.name() + "."
                + String.join(".", path.stream().map(Node::name).toList());
        String plain = full.replaceAll("[^A-Za-z0-9._/*{}-]", "-");
        String front = plain.substring(0, Math.min(plain.length(), 90));
        String first = Character.isLetterOrDigit(front.charAt(0)) ? front : "x" + front;
        String unique = first;
        for (int i = 2; !names.add(unique); i++) {
            unique = first + "-" + i;
        }
        return unique;
    }

    private static String text(Allowance allowance) {
        Limit limit = allowance.counting(DeniedHits.FREE).limit();
        String rate = limit.rate().toString();
        String period = rate.substring(rate.indexOf(rate.contains("/") ? "/" : " per ") + (rate.contains("/") ? 1 : 5));
        return "{algorithm: " + limit.algorithm().yamlName() + ", permits: " + allowance.requests() + ", per: "
                + (Character.isDigit(period.charAt(0)) ? period : "1" + period) + "}";
    }

    static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
