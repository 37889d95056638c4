package io.weir.live;

import java.util.List;
import java.util.Map;

/** Writes maps, lists, texts, numbers and flags as JSON in ASCII, and gives typed access to what {@link JsonReader} has read. */
final class Json {

    private final StringBuilder text = new StringBuilder();

    private Json() {}

    static String write(Map<String, ?> object) {
        Json json = new Json();
        json.value(object);
        return json.text.toString();
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> map) {
            String before = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                text.append(before);
                string(entry.getKey().toString());
                text.append(':');
                value(entry.getValue());
                before = ",";
            }
            text.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String before = "[";
            for (Object each : list) {
                text.append(before);
                value(each);
                before = ",";
            }
            text.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else {
            string(value.toString());
        }
    }

    /** Everything beyond printable ASCII is escaped: earlier versions of Weir read documents as YAML, which needs that. */
    private void string(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == '"' || character == '\\') {
                text.append('\\').append(character);
            } else if (character == '\n') {
                text.append("\\n");
            } else if (character < ' ' || character > '~') {
                text.append(String.format("\\u%04x", (int) character));
            } else {
                text.append(character);
            }
        }
        text.append('"');
    }

    /** The objects of a list; none if there is no such list. */
    static List<Map<?, ?>> objects(Map<?, ?> object, String name) {
        Object value = object.get(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException("\"" + name + "\" is no list");
        }
        return list.stream().<Map<?, ?>>map(each -> object(each, name)).toList();
    }

    static Map<?, ?> object(Object value, String name) {
        if (value instanceof Map<?, ?> object) {
            return object;
        }
        throw new IllegalArgumentException("\"" + name + "\" is no object");
    }
}
