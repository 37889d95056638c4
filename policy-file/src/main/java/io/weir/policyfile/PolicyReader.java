package io.weir.policyfile;

import io.weir.policy.Cost;
import io.weir.policy.Policy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads policies from YAML: all of one, or an {@link InvalidPolicyException} with all that is wrong with it. */
public final class PolicyReader {

    /** Room for 10,000 rules, and a word as long as that takes SnakeYAML, which is slower than linear then, about a second. */
    static final int MOST_BYTES = 2_000_000;

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

    public Policy read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(file.toString(), in.readNBytes(MOST_BYTES + 1));
        }
    }

    /** Reads a text; its mistakes are reported as those of a file of that name. */
    public Policy read(String file, String text) {
        return read(file, text.getBytes(StandardCharsets.UTF_8));
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

    private Policy read(String file, byte[] bytes) {
        Mistakes mistakes = new Mistakes(file);
        Yaml yaml = YamlParser.parse(decoded(bytes, mistakes), mistakes)
                .orElseThrow(() -> mistakes.last(Place.START, "the file is empty; write " + EXAMPLE));
        Values values = new Values(mistakes);
        return policy(body(yaml, values), values, mistakes);
    }

    private Policy policy(Optional<Fields> body, Values values, Mistakes mistakes) {
        Optional<Policy> policy = body.map(fields -> new PolicyBody(values, fields, computed).read());
        mistakes.throwIfAny();
        return policy.orElseThrow();
    }

    static String decoded(byte[] bytes, Mistakes mistakes) {
        if (bytes.length > MOST_BYTES) {
            throw mistakes.last(Place.START, "the file is longer than 2 MB; no policy is");
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), text, true);
        text.flip();
        if (result.isError()) {
            throw mistakes.last(Place.after(text.toString()), "this is no UTF-8; save the file as UTF-8");
        }
        return text.toString();
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
