package io.weir.policyfile;

import io.weir.policyfile.envoy.DeniedHits;
import io.weir.policyfile.envoy.Domain;
import io.weir.policyfile.envoy.Domains;
import io.weir.policyfile.envoy.Node;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the configuration of envoyproxy/ratelimit: one domain from each file, or an {@link InvalidPolicyException} with all that is
 * wrong with any of them.
 */
public final class EnvoyReader {

    private static final String EXAMPLE = "domain: shop and below it descriptors";
    private static final List<String> KEYS = List.of("domain", "descriptors", "denied-hits");
    private static final Map<String, DeniedHits> DENIED_HITS = OptionsReader.words(DeniedHits.values());

    /** Two for each descriptor in another: more than Envoy's own actions can make of a request. */
    private static final int DEEPEST = 64;

    private final List<Domain> domains = new ArrayList<>();
    private final Map<String, String> files = new HashMap<>();
    private final List<Mistake> mistakes = new ArrayList<>();

    private EnvoyReader() {}

    public static Domain read(Path file) throws IOException {
        return read(Map.of(file.toString(), bytes(file))).all().iterator().next();
    }

    /** Reads a text; its mistakes are reported as those of a file of that name. */
    public static Domain read(String file, String text) {
        return read(Map.of(file, text.getBytes(StandardCharsets.UTF_8)))
                .all()
                .iterator()
                .next();
    }

    /** Reads files together, by their names, as no two may have the same domain. */
    public static Domains read(Map<String, byte[]> contents) {
        EnvoyReader reader = new EnvoyReader();
        new LinkedHashMap<>(contents).forEach(reader::add);
        if (!reader.mistakes.isEmpty()) {
            throw new InvalidPolicyException(reader.mistakes);
        }
        return new Domains(reader.domains);
    }

    /** What is in a file, or as much of it as no file is long. */
    public static byte[] bytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(PolicyReader.MOST_BYTES + 1);
        }
    }

    private void add(String file, byte[] content) {
        Mistakes found = new Mistakes(file);
        try {
            Yaml yaml = YamlParser.parse(PolicyReader.decoded(content, found), found, DEEPEST)
                    .orElseThrow(() -> found.last(Place.START, "the file is empty; write " + EXAMPLE));
            Optional<Domain> domain = domain(yaml, new Values(found), file);
            found.throwIfAny();
            domain.ifPresent(domains::add);
        } catch (InvalidPolicyException invalid) {
            mistakes.addAll(invalid.mistakes());
        }
    }

    private Optional<Domain> domain(Yaml yaml, Values values, String file) {
        Optional<Fields> fields = values.fields(yaml, "a domain", EXAMPLE, KEYS);
        if (fields.isEmpty()) {
            return Optional.empty();
        }
        if (!fields.get().has("domain")) {
            values.wrong(fields.get().place(), "the file names no domain; write domain: shop");
        }
        Optional<String> name = fields.get().get("domain").flatMap(value -> name(value, values, file));
        DeniedHits deniedHits = fields.get()
                .get("denied-hits")
                .flatMap(value -> values.word(value, "denied-hits", DENIED_HITS))
                .orElse(DeniedHits.COUNTED);
        List<Node> descriptors = fields.get()
                .get("descriptors")
                .map(new EnvoyDescriptors(values, deniedHits)::read)
                .orElse(List.of());
        return name.filter(named -> values.mistakes() == 0).map(named -> new Domain(named, deniedHits, descriptors));
    }

    private Optional<String> name(Yaml value, Values values, String file) {
        Optional<String> name = EnvoyDescriptors.text(value, values, "domain: shop");
        if (name.isEmpty()) {
            return name;
        }
        if (name.get().isEmpty()) {
            return values.instead(value, "the name of a domain", "domain: shop");
        }
        String other = files.putIfAbsent(name.get(), file);
        if (other != null) {
            values.wrong(
                    value.place(),
                    "the domain " + Words.quoted(name.get()) + " is that of " + other
                            + " already; write all its descriptors in one file");
        }
        return name;
    }
}
