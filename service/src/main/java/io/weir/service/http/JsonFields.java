package io.weir.service.http;

import io.weir.policyfile.internal.yaml.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fields of a JSON object in a request, read with the expected types. A field of another type is answered with a 400 that
 * names it; a field that is {@code null} counts as missing.
 *
 * @param where the place of the object in the body, such as {@code requests[3].}, or an empty text
 */
public record JsonFields(String where, Map<String, Object> values) {

    private static final int MOST_SHOWN = 80;

    /** Below this bound, a double is exactly the number that was written. */
    private static final long MOST_EXACT = 1L << 53;

    public static JsonFields of(Body body) {
        return new JsonFields("", StrictJson.read(body));
    }

    /** The same fields, after a check that there are no others. */
    public JsonFields only(List<String> known) {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                throw wrong(name, "is no field of this object; " + Words.hint(name, known));
            }
        }
        return this;
    }

    public boolean has(String name) {
        return value(name).isPresent();
    }

    public Optional<String> text(String name) {
        return value(name).map(value -> text(name, value));
    }

    private String text(String name, Object value) {
        if (value instanceof String text) {
            return text;
        }
        throw wrong(name, "must be a text, such as \"a\"");
    }

    public Optional<Long> wholeNumber(String name) {
        return value(name).map(value -> {
            if (value instanceof Long number) {
                return number;
            }
            // JSON Schema accepts 5.0 as a whole number, and some languages write it so.
            if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < MOST_EXACT) {
                return number.longValue();
            }
            throw wrong(name, "must be a whole number");
        });
    }

    public Optional<Boolean> flag(String name) {
        return value(name).map(value -> {
            if (value instanceof Boolean flag) {
                return flag;
            }
            throw wrong(name, "must be true or false");
        });
    }

    public Optional<JsonFields> object(String name) {
        return value(name).map(value -> object(name, value));
    }

    /** The texts of an object such as {@code {"a": "b"}}; empty if the field is missing. */
    public Map<String, String> texts(String name) {
        Optional<JsonFields> object = object(name);
        if (object.isEmpty()) {
            return Map.of();
        }
        Map<String, String> texts = new LinkedHashMap<>();
        JsonFields fields = object.get();
        for (String each : fields.values.keySet()) {
            fields.text(each).ifPresent(text -> texts.put(each, text));
        }
        return texts;
    }

    /** The texts of a list such as {@code ["a", "b"]}; empty if the field is missing. */
    public Optional<List<String>> textList(String name) {
        return value(name).map(value -> {
            if (!(value instanceof List<?> list)) {
                throw wrong(name, "must be a list of texts, such as [\"a\"]");
            }
            List<String> texts = new ArrayList<>(list.size());
            for (Object each : list) {
                texts.add(text(name + "[" + texts.size() + "]", each));
            }
            return texts;
        });
    }

    /** The objects of a list such as {@code [{…}, {…}]}; empty if the field is missing. */
    public List<JsonFields> objects(String name) {
        Optional<Object> value = value(name);
        if (value.isEmpty()) {
            return List.of();
        }
        if (!(value.get() instanceof List<?> list)) {
            throw wrong(name, "must be a list of objects, such as [{…}]");
        }
        List<JsonFields> objects = new ArrayList<>(list.size());
        for (Object each : list) {
            objects.add(object(name + "[" + objects.size() + "]", each));
        }
        return objects;
    }

    private JsonFields object(String name, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw wrong(name, "must be an object, such as {…}");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        map.forEach((key, each) -> fields.put(String.valueOf(key), each));
        return new JsonFields(where + name + ".", fields);
    }

    private Optional<Object> value(String name) {
        return Optional.ofNullable(values.get(name)).filter(value -> !(value instanceof Optional));
    }

    /** The exception for a wrong field. */
    public BadRequest wrong(String name, String detail) {
        return new BadRequest(shortly(where + name), detail);
    }

    static String shortly(String field) {
        return field.length() <= MOST_SHOWN
                ? field
                : field.substring(0, field.offsetByCodePoints(0, MOST_SHOWN / 2)) + "…";
    }
}
