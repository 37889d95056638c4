package io.weir.policyfile.internal.read;

import io.weir.policy.rule.PathPattern;
import io.weir.policy.rule.RequestLimit;
import io.weir.policyfile.internal.yaml.Fields;
import io.weir.policyfile.internal.yaml.Values;
import io.weir.policyfile.internal.yaml.Words;
import io.weir.policyfile.internal.yaml.Yaml;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code guard: requests:}, what requests for some paths may look like. */
final class RequestLimitsReader {

    private static final String EXAMPLE = "- {path: /api/**, content-types: [application/json], most-body: 64KB}";
    private static final String PATH = "path";
    private static final String METHODS = "methods";
    private static final String CONTENT_TYPES = "content-types";
    private static final String MOST_BODY = "most-body";
    private static final String MOST_QUERY = "most-query";
    private static final String MOST_HEADERS = "most-headers";
    private static final String SCOPE = "require-scope";
    private static final List<String> KEYS =
            List.of(PATH, METHODS, CONTENT_TYPES, MOST_BODY, MOST_QUERY, MOST_HEADERS, SCOPE);

    private static final Pattern SIZE = Pattern.compile("(?<number>[1-9][0-9]{0,8})(?<unit>B|KB|MB|GB)?");
    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z-]{1,19}");
    private static final Pattern TYPE = Pattern.compile("[a-z0-9!#$&^_.+-]{1,60}/[a-z0-9!#$&^_.+-]{1,60}");

    private final Values values;
    private final PathReader paths;

    RequestLimitsReader(Values values) {
        this.values = values;
        this.paths = new PathReader(values);
    }

    List<RequestLimit> read(Yaml value) {
        List<RequestLimit> limits = new ArrayList<>();
        Set<PathPattern> seen = new HashSet<>();
        for (Yaml item : values.items(value, "a list of paths", EXAMPLE)) {
            Optional<RequestLimit> limit =
                    values.fields(item, "a limit of requests", EXAMPLE, KEYS).flatMap(this::limit);
            if (limit.isPresent() && !seen.add(limit.get().path())) {
                values.wrong(item.place(), "the path " + limit.get().path() + " is there twice; remove one of them");
            }
            limit.ifPresent(limits::add);
        }
        return limits;
    }

    private Optional<RequestLimit> limit(Fields fields) {
        if (!fields.has(PATH)) {
            values.wrong(fields.place(), "the limit of requests has no \"path\"; write path: /api/**");
        }
        if (fields.has(PATH) && fields.values().size() == 1) {
            values.wrong(fields.place(), "the limit of requests limits nothing; write " + EXAMPLE);
        }
        Set<String> methods = words(fields, METHODS, "a method", "[GET, POST]", METHOD);
        Set<String> types = words(fields, CONTENT_TYPES, "a content type", "[application/json]", TYPE);
        RequestLimit.Most most = new RequestLimit.Most(
                size(fields, MOST_BODY).orElse(Long.MAX_VALUE),
                size(fields, MOST_QUERY).orElse(Long.MAX_VALUE),
                fields.get(MOST_HEADERS)
                        .flatMap(value -> values.number(value, MOST_HEADERS, 1, 10_000))
                        .map(Long::intValue)
                        .orElse(Integer.MAX_VALUE));
        Optional<String> scope = fields.get(SCOPE).flatMap(value -> values.text(value, "a scope", "orders:read"));
        return fields.get(PATH)
                .flatMap(paths::read)
                .map(path -> new RequestLimit(PathPattern.parse(path), methods, types, most, scope));
    }

    private Set<String> words(Fields fields, String key, String what, String example, Pattern form) {
        Set<String> words = new HashSet<>();
        for (Yaml item : fields.get(key)
                .map(value -> values.oneOrMore(value, what, example))
                .orElse(List.of())) {
            values.text(item, what, example).ifPresent(word -> {
                if (!form.matcher(word).matches()) {
                    values.wrong(item.place(), Words.quoted(word) + " is not " + what + "; write " + example);
                }
                words.add(word);
            });
        }
        return words;
    }

    /** Reads {@code 64KB}, with 1,024 bytes in a kilobyte. */
    private OptionalLong size(Fields fields, String key) {
        Optional<Yaml> value = fields.get(key);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        String text = value.get() instanceof Yaml.Scalar scalar ? scalar.text() : "";
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            values.wrong(value.get().place(), key + " is a number of bytes; write 64KB, 2MB or 500");
            return OptionalLong.empty();
        }
        String unit = size.group("unit") == null ? "B" : size.group("unit");
        int shift = switch (unit) {
            case "KB" -> 10;
            case "MB" -> 20;
            case "GB" -> 30;
            default -> 0;
        };
        return OptionalLong.of(Long.parseLong(size.group("number")) << shift);
    }
}
