package io.weir.policyfile.internal.envoy;

import io.weir.policyfile.InvalidPolicyException;
import io.weir.policyfile.Mistake;
import io.weir.policyfile.PolicyText;
import io.weir.policyfile.internal.read.OptionsReader;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Mistakes;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import io.weir.policyfile.internal.yaml.YamlParser;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the configuration of envoyproxy/ratelimit, one domain from each file. Methods that read throw an
 * {@link InvalidPolicyException} with the mistakes of all files.
 */
public final class EnvoyReader {

    private static final String EXAMPLE = "domain: shop and below it descriptors";
    private static final List<String> KEYS = List.of("domain", "descriptors", "denied-hits");
    private static final Map<String, DeniedHits> DENIED_HITS = OptionsReader.words(DeniedHits.values());

    /** Each nested descriptor takes two levels; Envoy's actions cannot make deeper ones. */
    private static final int DEEPEST = 64;

    private final List<Domain> domains = new ArrayList<>();
    private final Map<String, String> files = new HashMap<>();
    private final List<Mistake> mistakes = new ArrayList<>();

    private EnvoyReader() {}

    /** Reads a file, or all files of a folder and its subfolders except hidden ones. */
    public static Domains read(Path fileOrFolder) throws IOException {
        return read(texts(fileOrFolder));
    }

    /** Returns the text of a file, or of all files of a folder and its subfolders except hidden ones. */
    public static List<PolicyText> texts(Path fileOrFolder) throws IOException {
        List<PolicyText> texts = new ArrayList<>();
        for (Path file : EnvoyFolder.files(fileOrFolder)) {
            texts.add(PolicyText.file(file));
        }
        return texts;
    }

    /** Returns whether a file, or a file of a folder, is for this reader rather than a policy. */
    public static boolean isFor(Path fileOrFolder) throws IOException {
        try {
            return PolicyText.read(fileOrFolder).stream().anyMatch(EnvoyReader::isFor);
        } catch (NoSuchFileException noPolicy) {
            return texts(fileOrFolder).stream().anyMatch(EnvoyReader::isFor);
        }
    }

    /** Reads several files, no two of which may have the same domain. */
    public static Domains read(List<PolicyText> texts) {
        EnvoyReader reader = new EnvoyReader();
        texts.forEach(reader::add);
        if (!reader.mistakes.isEmpty()) {
            throw new InvalidPolicyException(reader.mistakes);
        }
        return new Domains(reader.domains);
    }

    /** Returns whether a text is for this reader, which expects a domain at the top, rather than a policy. */
    public static boolean isFor(PolicyText text) {
        try {
            return parse(text, new Mistakes(text.name())) instanceof Yaml.Entries mapping
                    && mapping.entries().stream()
                            .anyMatch(entry -> entry.key().text().equals("domain")
                                    || entry.key().text().equals("descriptors"));
        } catch (InvalidPolicyException unreadable) {
            return false;
        }
    }

    private static Yaml parse(PolicyText text, Mistakes mistakes) {
        return YamlParser.parseFile(text.text(), mistakes, EXAMPLE, DEEPEST);
    }

    private void add(PolicyText text) {
        Mistakes found = new Mistakes(text.name());
        try {
            Optional<Domain> domain = domain(parse(text, found), new Values(found), text.name());
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
            values.wrong(fields.get().place(), "the file has no domain; write domain: shop");
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
        return name.filter(named -> !values.hasMistakes()).map(named -> new Domain(named, deniedHits, descriptors));
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
                    "the domain " + Words.quoted(name.get()) + " is already defined in " + other
                            + "; write all its descriptors in one file");
        }
        return name;
    }
}
