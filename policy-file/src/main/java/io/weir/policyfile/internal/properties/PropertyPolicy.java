package io.weir.policyfile.internal.properties;

import io.weir.policy.Policy;
import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.PolicyReader;
import io.weir.policyfile.internal.read.PolicyBody;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Mistakes;
import io.weir.policyfile.internal.yaml.Place;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads a policy from properties. */
public final class PropertyPolicy {

    private static final String EXAMPLE = "rate-limit: and below it global, tiers, endpoints or rules";

    private PropertyPolicy() {}

    /** Returns the keys below {@code guard} that belong to the policy. */
    public static List<String> wordsOfGuard() {
        return PolicyBody.GUARD_KEYS;
    }

    /**
     * Reads a policy; throws an {@link InvalidPolicyException} with all mistakes if it cannot be used.
     *
     * @param sources in order of precedence; a list comes as a whole from one of them
     * @param others the first words of properties that are not part of the policy
     * @param reader has the costs that the policy may name
     */
    public static Policy read(List<List<Property>> sources, Collection<String> others, PolicyReader reader) {
        Place start = sources.stream()
                .flatMap(List::stream)
                .findFirst()
                .map(Property::place)
                .orElse(Place.START);
        Mistakes mistakes = new Mistakes(start.file());
        Values values = new Values(mistakes);
        List<String> known = Stream.concat(PolicyBody.KEYS.stream(), others.stream())
                .distinct()
                .toList();
        Yaml tree = PropertyTree.of(sources, start, mistakes);
        Optional<Fields> fields = values.fields(tree, "a policy", EXAMPLE, known);
        Optional<Policy> policy = fields.map(body -> new PolicyBody(values, body, reader.costs()).read());
        mistakes.throwIfAny();
        return policy.orElseThrow();
    }
}
