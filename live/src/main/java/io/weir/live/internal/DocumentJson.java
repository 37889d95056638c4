package io.weir.live.internal;

import io.weir.document.spi.Document.Content;
import io.weir.document.spi.JsonReader;
import io.weir.live.revision.PolicyContent;
import io.weir.live.revision.PolicyDocument;
import io.weir.live.revision.Revision;
import io.weir.live.revision.RuntimeSettings;
import io.weir.live.revision.SubjectOverride;
import io.weir.policy.rule.Mode;
import io.weir.policyfile.PolicyText;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes and reads policy documents as JSON. A revision omits its files if they equal those of the revision before. */
public final class DocumentJson {

    /** The format that this version of Weir writes; an incompatible later format gets a higher number. */
    private static final long FORMAT = 1;

    /**
     * Longer documents are refused. A {@link PolicyDocument} has 4 million characters of files, or one revision with
     * longer files; escaping makes them six times as long at most, which leaves room for the runtime settings.
     */
    public static final int MOST_CHARACTERS = 40_000_000;

    private DocumentJson() {}

    static String write(PolicyDocument document) {
        List<Map<String, Object>> revisions = new ArrayList<>();
        List<PolicyText> before = List.of();
        for (Revision revision : document.revisions()) {
            revisions.add(write(revision, before));
            before = revision.content().files();
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("format", FORMAT);
        all.put("version", document.version());
        all.put("revisions", revisions);
        return JsonWriter.write(all);
    }

    public static Content content(PolicyDocument document) {
        return Content.of(document.version(), write(document));
    }

    /** Throws an {@link IllegalArgumentException} that says why the document cannot be read. */
    public static PolicyDocument document(Content content) {
        PolicyDocument document = read(content.text());
        if (document.version() != content.stamp().version()) {
            throw new IllegalArgumentException("its text is of version " + document.version());
        }
        return document;
    }

    private static Map<String, Object> write(Revision revision, List<PolicyText> before) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("number", revision.number());
        fields.put("at", revision.at());
        fields.put("by", revision.by());
        fields.put("change", revision.change());
        revision.reason().ifPresent(reason -> fields.put("reason", reason));
        if (!revision.content().files().equals(before)) {
            fields.put(
                    "files",
                    revision.content().files().stream()
                            .map(file -> Map.of("name", file.name(), "text", file.text()))
                            .toList());
        }
        RuntimeSettings runtime = revision.content().runtime();
        fields.put("mode", runtime.mode().word());
        Map<String, String> modes = new TreeMap<>();
        runtime.modes().forEach((rule, mode) -> modes.put(rule, mode.word()));
        fields.put("modes", modes);
        fields.put(
                "overrides",
                runtime.overrides().stream().map(DocumentJson::write).toList());
        return fields;
    }

    private static Map<String, Object> write(SubjectOverride override) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("subject", override.subject());
        override.rule().ifPresent(rule -> fields.put("rule", rule));
        fields.put("limit", override.limit());
        fields.put("until", override.until());
        override.reason().ifPresent(reason -> fields.put("reason", reason));
        fields.put("by", override.by());
        return fields;
    }

    static PolicyDocument read(String text) {
        if (text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "it is longer than " + MOST_CHARACTERS + " characters, the most that a document may have");
        }
        Map<?, ?> all = JsonReader.object(text);
        long format = number(all, "format");
        if (format > FORMAT) {
            throw new IllegalArgumentException("it was written by a newer version of Weir (format " + format
                    + ", and this one knows " + FORMAT + "); update this one");
        }
        List<Revision> revisions = new ArrayList<>();
        List<PolicyText> before = List.of();
        for (Map<?, ?> each : objects(all, "revisions")) {
            Revision revision = revision(each, before);
            revisions.add(revision);
            before = revision.content().files();
        }
        PolicyDocument document = new PolicyDocument(revisions);
        if (document.version() != number(all, "version")) {
            throw new IllegalArgumentException("its newest revision and its version have different numbers");
        }
        return document;
    }

    private static Revision revision(Map<?, ?> fields, List<PolicyText> before) {
        List<PolicyText> files = fields.containsKey("files")
                ? objects(fields, "files").stream()
                        .map(file -> new PolicyText(text(file, "name"), text(file, "text")))
                        .toList()
                : before;
        Map<String, Mode> modes = new TreeMap<>();
        object(Optional.<Object>ofNullable(fields.get("modes")).orElse(Map.of()), "modes")
                .forEach((rule, mode) -> modes.put(String.valueOf(rule), mode(String.valueOf(mode))));
        RuntimeSettings runtime = new RuntimeSettings(
                mode(text(fields, "mode")),
                modes,
                objects(fields, "overrides").stream()
                        .map(DocumentJson::override)
                        .toList());
        return new Revision(
                number(fields, "number"),
                instant(fields, "at"),
                text(fields, "by"),
                text(fields, "change"),
                optional(fields, "reason"),
                new PolicyContent(files, runtime));
    }

    private static SubjectOverride override(Map<?, ?> fields) {
        return new SubjectOverride(
                text(fields, "subject"),
                optional(fields, "rule"),
                text(fields, "limit"),
                instant(fields, "until"),
                optional(fields, "reason"),
                text(fields, "by"));
    }

    private static Mode mode(String word) {
        return Mode.parse(word.toLowerCase(Locale.ROOT))
                .orElseThrow(() -> new IllegalArgumentException(
                        "it has the mode \"" + word + "\", which this version of Weir does not know"));
    }

    private static Instant instant(Map<?, ?> fields, String name) {
        try {
            return Instant.parse(text(fields, name));
        } catch (DateTimeException wrong) {
            throw new IllegalArgumentException("\"" + name + "\" is not a time", wrong);
        }
    }

    private static long number(Map<?, ?> fields, String name) {
        if (fields.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException("\"" + name + "\" is not a number");
    }

    private static String text(Map<?, ?> fields, String name) {
        return optional(fields, name).orElseThrow(() -> new IllegalArgumentException("\"" + name + "\" is missing"));
    }

    private static Optional<String> optional(Map<?, ?> fields, String name) {
        return Optional.ofNullable(fields.get(name)).map(Object::toString);
    }

    /** Returns the objects of a list, or none if there is no such list. */
    private static List<Map<?, ?>> objects(Map<?, ?> object, String name) {
        Object value = object.get(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException("\"" + name + "\" is not a list");
        }
        return list.stream().<Map<?, ?>>map(each -> object(each, name)).toList();
    }

    private static Map<?, ?> object(Object value, String name) {
        if (value instanceof Map<?, ?> object) {
            return object;
        }
        throw new IllegalArgumentException("\"" + name + "\" is not an object");
    }
}
