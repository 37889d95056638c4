package io.weir.policyfile;

import io.weir.policyfile.envoy.DeniedHits;
import io.weir.policyfile.envoy.Domain;
import io.weir.policyfile.envoy.Domains;
import io.weir.policyfile.envoy.Node;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
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

    /** Reads a file, or all files of a folder and its subfolders but for hidden ones. */
    public static Domains read(Path fileOrFolder) throws IOException {
        return read(texts(fileOrFolder));
    }

    /** The text of a file, or of each file of a folder and its subfolders but for hidden ones; none if there is no file. */
    public static List<PolicyText> texts(Path fileOrFolder) throws IOException {
        List<PolicyText> texts = new ArrayList<>();
        for (Path file : EnvoyFolder.files(fileOrFolder)) {
            texts.add(PolicyText.file(file));
        }
        return texts;
    }

    /** Whether a file, or a file of a folder, is written for this reader rather than for policies. */
    public static boolean isFor(Path fileOrFolder) throws IOException {
        try {
            return PolicyText.read(fileOrFolder).stream().anyMatch(EnvoyReader::isFor);
        } catch (NoSuchFileException noPolicy) {
            return texts(fileOrFolder).stream().anyMatch(EnvoyReader::isFor);
        }
    }

    /** Reads several files together, as no two may have the same domain. */
    public static Domains read(List<PolicyText> texts) {
        EnvoyReader reader = new EnvoyReader();
        texts.forEach(reader::add);
        if (!reader.mistakes.isEmpty()) {
            throw new InvalidPolicyException(reader.mistakes);
        }
        return new Domains(reader.domains);
    }

    /** Whether that is written for this reader, which has a domain at the top, rather than for policies. */
    public static boolean isFor(PolicyText text) {
        try {
            return text.parse(new Mistakes(text.name()), EXAMPLE, DEEPEST) instanceof Yaml.Entries mapping
                    && mapping.entries().stream()
                            .anyMatch(entry -> entry.key().text().equals("domain")
                                    || entry.key().text().equals("descriptors"));
        } catch (InvalidPolicyException unreadable) {
            return false;
        }
    }

    private void add(PolicyText text) {
        Mistakes found = new Mistakes(text.name());
        try {
            Optional<Domain> domain = domain(text.parse(found, EXAMPLE, DEEPEST), new Values(found), text.name());
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
