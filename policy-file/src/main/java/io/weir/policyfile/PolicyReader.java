package io.weir.policyfile;

import io.weir.policy.Policy;
import io.weir.policy.rule.Cost;
import io.weir.policyfile.internal.read.MergedFiles;
import io.weir.policyfile.internal.read.PolicyBody;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Mistakes;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import io.weir.policyfile.internal.yaml.YamlParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads policies from YAML. Every method that reads throws an {@link InvalidPolicyException} with all mistakes if the
 * policy cannot be used. Immutable and thread-safe.
 */
public final class PolicyReader {

    private static final String RATE_LIMIT = "rate-limit";
    private static final List<String> AT_THE_TOP =
            Stream.concat(Stream.of(RATE_LIMIT), PolicyBody.KEYS.stream()).toList();
    private static final String EXAMPLE = "rate-limit: and below it global, tiers, endpoints or rules";

    private final Map<String, Cost> computed;

    private PolicyReader(Map<String, Cost> computed) {
        this.computed = Collections.unmodifiableMap(computed);
    }

    public static PolicyReader create() {
        return new PolicyReader(Map.of());
    }

    /** Returns a reader that also knows this cost, which policies name as {@code cost: {computed: name}}. */
    public PolicyReader withCost(Cost.Computed cost) {
        Map<String, Cost> more = new LinkedHashMap<>(computed);
        more.put(cost.name(), cost);
        return new PolicyReader(more);
    }

    /** Returns the computed costs that this reader knows, by name. */
    public Map<String, Cost> costs() {
        return computed;
    }

    /** Reads a file, or all policies of a folder as if they were one file. */
    public Policy read(Path fileOrFolder) throws IOException {
        return read(PolicyText.read(fileOrFolder));
    }

    /** Reads a text; mistakes are reported with this file name. */
    public Policy read(String file, String text) {
        return read(List.of(new PolicyText(file, text)));
    }

    /** Reads a policy of several parts. Their rules follow each other; any other key may be in one part only. */
    public Policy read(List<PolicyText> texts) {
        return read(texts, PolicyBody::read);
    }

    /** Returns where the rules of a policy are written, in their order. Rules of one preset share a place. */
    public List<RulePlace> places(List<PolicyText> texts) {
        String first = texts.get(0).name();
        return read(texts, body -> body.places(first));
    }

    private <T> T read(List<PolicyText> texts, Function<PolicyBody, T> what) {
        Mistakes mistakes = new Mistakes(texts.get(0).name());
        Values values = new Values(mistakes);
        MergedFiles merged = new MergedFiles(values);
        for (PolicyText text : texts) {
            Mistakes own = mistakes.in(text.name());
            parsed(text, own)
                    .map(yaml -> texts.size() == 1 ? yaml : yaml.in(text.name()))
                    .flatMap(yaml -> body(yaml, new Values(own)))
                    .ifPresent(merged::add);
        }
        T result = what.apply(new PolicyBody(values, merged.fields(), computed));
        mistakes.throwIfAny();
        return result;
    }

    /** Returns nothing if the text is not valid YAML, so that mistakes in the other texts are found as well. */
    private static Optional<Yaml> parsed(PolicyText text, Mistakes mistakes) {
        try {
            return Optional.of(YamlParser.parseFile(text.text(), mistakes, EXAMPLE, YamlParser.DEEPEST));
        } catch (InvalidPolicyException known) {
            return Optional.empty();
        }
    }

    /** Returns the fields under {@code rate-limit}, or at the top of a file that has no such key. */
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
                values.wrong(
                        entry.key().place(), key + " is next to rate-limit instead of below it; indent or remove it");
            }
        }
        return values.fields(under.get(), "a policy", EXAMPLE, PolicyBody.KEYS);
    }
}
