package io.weir.policyfile;

import io.weir.policy.Cost;
import io.weir.policy.Policy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads policies from YAML: all of one, or an {@link InvalidPolicyException} with all that is wrong with it. */
public final class PolicyReader {

    private static final String RATE_LIMIT = "rate-limit";
    private static final List<String> AT_THE_TOP =
            Stream.concat(Stream.of(RATE_LIMIT), PolicyBody.KEYS.stream()).toList();
    private static final String EXAMPLE = "rate-limit: and below it global, tiers, endpoints or rules";

    private final Map<String, Cost> computed;

    private PolicyReader(Map<String, Cost> computed) {
        this.computed = computed;
    }

    public static PolicyReader create() {
        return new PolicyReader(Map.of());
    }

    /** The same, which knows what {@code cost: {computed: name}} means for the name of that one. */
    public PolicyReader withCost(Cost.Computed cost) {
        Map<String, Cost> more = new LinkedHashMap<>(computed);
        more.put(cost.name(), cost);
        return new PolicyReader(more);
    }

    /** Reads a file, or all policies of a folder as if they stood in one file. */
    public Policy read(Path fileOrFolder) throws IOException {
        return read(PolicyText.read(fileOrFolder));
    }

    /** Reads a text; its mistakes are reported as those of a file of that name. */
    public Policy read(String file, String text) {
        return read(List.of(new PolicyText(file, text)));
    }

    /** Reads a policy of several parts: rules stand one after the other, and anything else in one of them. */
    public Policy read(List<PolicyText> texts) {
        Mistakes mistakes = new Mistakes("");
        Values values = new Values(mistakes);
        Bodies bodies = new Bodies(values);
        for (PolicyText text : texts) {
            mistakes.in(text.name());
            parsed(text, mistakes)
                    .map(yaml -> texts.size() == 1 ? yaml : yaml.in(text.name()))
                    .flatMap(yaml -> body(yaml, values))
                    .ifPresent(bodies::add);
        }
        mistakes.in(texts.get(0).name());
        return policy(Optional.of(bodies.together()), values, mistakes);
    }

    /** Nothing if it cannot be read, which is no reason not to look at the others. */
    private static Optional<Yaml> parsed(PolicyText text, Mistakes mistakes) {
        try {
            return Optional.of(text.parse(mistakes, EXAMPLE));
        } catch (InvalidPolicyException known) {
            return Optional.empty();
        }
    }

    /**
     * Reads properties from sources of which the first that has one counts, and a list comes whole from one of them.
     *
     * @param besides the first words of properties that are somebody else's
     */
    public Policy read(List<List<Property>> sources, Collection<String> besides) {
        Place start = sources.stream()
                .flatMap(List::stream)
                .findFirst()
                .map(Property::place)
                .orElse(Place.START);
        Mistakes mistakes = new Mistakes(start.file());
        Values values = new Values(mistakes);
        List<String> known =
                Stream.concat(PolicyBody.KEYS.stream(), besides.stream()).toList();
        Yaml tree = PropertyTree.of(sources, start, mistakes);
        return policy(values.fields(tree, "a policy", EXAMPLE, known), values, mistakes);
    }

    private Policy policy(Optional<Fields> body, Values values, Mistakes mistakes) {
        Optional<Policy> policy = body.map(fields -> new PolicyBody(values, fields, computed).read());
        mistakes.throwIfAny();
        return policy.orElseThrow();
    }

    /** What stands under {@code rate-limit}, or at the top of a file that has no such key. */
    private static Optional<Fields> body(Yaml yaml, Values values) {
        List<Yaml.Entry> top = yaml instanceof Yaml.Entries mapping ? mapping.entries() : List.of();
        Optional<Yaml> under = top.stream()
                .filter(entry -> entry.key().text().equals(RATE_LIMIT))
                .map(Yaml.Entry::value)
                .findFirst();
        if (under.isEmpty()) {
            return values.fields(yaml, "a policy", EXAMPLE, AT_THE_TOP);
        }
        for (Yaml.Entry entry : top) {
            if (!entry.key().text().equals(RATE_LIMIT)) {
                String key = Words.quoted(entry.key().text());
                values.wrong(entry.key().place(), key + " stands beside rate-limit; indent it, or leave it out");
            }
        }
        return values.fields(under.get(), "a policy", EXAMPLE, PolicyBody.KEYS);
    }
}
